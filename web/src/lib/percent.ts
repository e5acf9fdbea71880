/** A share from 0 to 1, in words. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
