/** How the characters stand: how well they are, and how far they have come. */

import type { Standing } from '../screen';
import { together, type Hero, type View } from './types';

const LIVES: Partial<Record<Hero['life'], string>> = { awaiting: 'dead, comes back', out: 'out of the game' };

export function standing(view: View): Standing {
    const apart = !together(view);
    const sanity = view.heroes.some(({ base_sp }) => base_sp > 0);
    const line = (hero: Hero) =>
        hero.character
            ? [
                  hero.name,
                  LIVES[hero.life] ?? `${hero.hp} of ${hero.base_hp}`,
                  `${hero.me} of ${hero.base_me}`,
                  ...(sanity ? [hero.insane ? 'insane' : `${hero.sp} of ${hero.base_sp}`] : []),
                  ...(apart ? [hero.space > 0 ? hero.space : 'gone'] : []),
                  hero.objects.length,
                  hero.spells.length + hero.memorised.length,
                  hero.powerups.length,
                  `${hero.kept} of ${hero.needed}`,
              ]
            : ['no character yet'];
    const columns = [
        'Character',
        'Health',
        'Mentality',
        ...(sanity ? ['Sanity'] : []),
        ...(apart ? ['Spawn space'] : []),
        'Objects',
        'Spells',
        'Power-ups',
        'Wrecks for the next',
    ];
    return { columns, rows: view.heroes.map(line) };
}
