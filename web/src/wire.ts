/** What goes over the wire, by the names of the server's `wire.py`; `tools/wire_types.py` writes the types from it. */

import type { Answer, Consent, Hold, Nack, Say, Table, Undo, Withdraw } from './wire.gen';

export type * from './wire.gen';

export type Deed = Answer | Withdraw | Undo | Consent | Hold | Say;
export type Status = Table['status'];
export type Phrase = Say['phrase'];
export type Why = Nack['why'];
