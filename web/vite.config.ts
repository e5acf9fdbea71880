import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const table = process.env.MISKATONIC_TABLE ?? 'http://127.0.0.1:8000';

export default defineConfig({
    plugins: [svelte()],
    build: {
        outDir: '../src/miskatonic/web_dist',
        emptyOutDir: true,
        // Pages run under a policy without inline data: every picture and font is a file of its own.
        assetsInlineLimit: 0,
        // The tower in space is one large file, loaded only where it is shown.
        chunkSizeWarningLimit: 600,
    },
    server: { proxy: { '/api': table, '/ws': { target: table, ws: true } } },
});
