/** Lengths of animations in milliseconds at normal speed, and the way to cut them short. */

export const ROLL = 800;
export const MARK = 180;
export const HOP = 140;
export const ANOTHER = 450;
export const BANNER = 600;

/** Finish whatever runs: input never waits for an animation. */
export function finishAll(): void {
    for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
}
