"""The table: a server at which people and bots play, by HTTP and WebSocket."""
