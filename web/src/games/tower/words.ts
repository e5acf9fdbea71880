/** Names and uses of what lies on the table. */

import type { Token } from './types';

export const TOKEN_NAMES: Record<Token, string> = {
    forbidden_knowledge: 'Forbidden Knowledge',
    no_madman: 'I\u2019m No Madman',
    imprison: 'Imprison',
    new_findings: 'New Findings',
    last_chance: 'One Last Chance',
};

export const TOKEN_USES: Record<Token, string> = {
    forbidden_knowledge: 'At once: a Spell marble becomes a Discovery marble, or steal a Spell from the insane.',
    no_madman: 'Give a Madness marble to whoever has the least.',
    imprison: 'Stop a Spell or a tentacle of somebody else. It may wait one Round.',
    new_findings: 'At the end of the Round, if you succeeded but do not lead: rethrow your Discovery dice.',
    last_chance: 'When you fail: rethrow dice of your last throw.',
};

/** Signs of the tokens, each a path in a box of 24 by 24. */
export const TOKEN_SIGNS: Record<Token, string> = {
    forbidden_knowledge:
        'M12 6C9.5 4 6 3.6 2.5 4.2V19C6 18.4 9.5 18.8 12 20.8C14.5 18.8 18 18.4 21.5 19V4.2C18 3.6 14.5 4 12 6ZM12 8.5L13.3 11.5L16.5 12L14 14L14.6 17L12 15.4L9.4 17L10 14L7.5 12L10.7 11.5Z',
    no_madman:
        'M12 2.5A9.5 9.5 0 1 0 12 21.5A9.5 9.5 0 0 0 12 2.5ZM7.5 8.2H10V11H7.5ZM14 8.2H16.5V11H14ZM7 14H17C16.6 17 14.6 18.6 12 18.6S7.4 17 7 14Z',
    imprison: 'M4 3H20V6H18V18H20V21H4V18H6V6H4ZM8.5 6V18H10.5V6ZM13.5 6V18H15.5V6Z',
    new_findings:
        'M10 3A7 7 0 1 0 14.2 15.6L19.6 21L21.5 19.1L16.1 13.7A7 7 0 0 0 10 3ZM9 6.5H11V9H13.5V11H11V13.5H9V11H6.5V9H9Z',
    last_chance:
        'M5 2H19V5H17.5C17.5 8.5 15.5 10.2 13.8 12C15.5 13.8 17.5 15.5 17.5 19H19V22H5V19H6.5C6.5 15.5 8.5 13.8 10.2 12C8.5 10.2 6.5 8.5 6.5 5H5Z',
};

/** When a Spell may be played, as its side says it. */
export const TIMINGS: Record<string, string> = {
    location_revealed: 'When a Location is revealed',
    start_your_turn: 'At the start of your Turn',
    start_their_turn: 'At the start of their Turn',
    after_your_throw: 'After your throw',
    after_their_throw: 'After their throw',
    you_fail: 'When you fail',
    they_fail: 'When they fail',
    before_your_draw: 'Before you draw a tentacle',
    before_their_draw: 'Before they draw a tentacle',
    your_marbles: 'When your tentacle is out',
    their_marbles: 'When their tentacle is out',
    spell_played: 'When another player plays a Spell',
    end_your_turn: 'At the end of your Turn',
    end_their_turn: 'At the end of their Turn',
    end_round: 'At the end of the Round',
};

/** The moments in which reactions are asked for. */
export const WINDOWS: Record<string, string> = {
    on_reveal: 'when a Location is revealed',
    on_start: 'when a Turn begins',
    on_throw: 'after a throw',
    on_fail: 'when somebody fails',
    before_draw: 'before a tentacle is drawn',
    on_fall: 'when marbles have fallen',
    on_spell: 'when a Spell is played',
    on_turn_end: 'when a Turn ends',
    on_round_end: 'when the Round ends',
};
