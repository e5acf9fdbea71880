/** What the player has chosen for this browser. */

export type Theme = 'system' | 'dark' | 'light';
export type Pace = 'off' | 'fast' | 'normal' | 'cinematic';

/** Factors on the length of animations: a roll takes 350, 800 or 1600 ms. */
const FACTORS: Record<Pace, number> = { off: 0, fast: 0.4375, normal: 1, cinematic: 2 };
const KEY = 'miskatonic settings';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const day = matchMedia('(prefers-color-scheme: light)');

class Settings {
    theme = $state<Theme>('system');
    pace = $state<Pace>('normal');
    /** Single letters are keys (U, H, L ...). */
    letters = $state(true);
    /** The hyper-legible font everywhere. */
    legible = $state(false);
    /** How the player is called. */
    name = $state('');
    private calm = $state(calm.matches);
    private day = $state(day.matches);

    readonly speed = $derived(this.calm ? 0 : FACTORS[this.pace]);
    readonly light = $derived(this.theme === 'light' || (this.theme === 'system' && this.day));

    constructor() {
        calm.addEventListener('change', () => (this.calm = calm.matches));
        day.addEventListener('change', () => (this.day = day.matches));
        try {
            Object.assign(this, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
        } catch {
            // Unreadable or forbidden: the usual settings will do.
        }
    }

    /** Keep the settings and show them; to be called within an effect. */
    apply(): void {
        const { theme, pace, letters, legible, name } = this;
        document.documentElement.dataset.theme = this.light ? 'light' : 'dark';
        document.documentElement.dataset.legible = legible ? 'on' : 'off';
        document.querySelector('meta[name=theme-color]')?.setAttribute('content', this.light ? '#ece1c6' : '#070b0c');
        try {
            localStorage.setItem(KEY, JSON.stringify({ theme, pace, letters, legible, name }));
        } catch {
            // A browser that keeps nothing still plays.
        }
    }
}

export const settings = new Settings();
