/**
 * Colours as eyes see them: contrast, colour-vision simulation and the distance CIEDE2000. Only tests need this.
 */

export type Rgb = [number, number, number];

export function rgb(hex: string): Rgb {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;
    return [r, g, b];
}

const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const times = (m: number[][], v: Rgb) => m.map((row) => row[0]! * v[0] + row[1]! * v[1] + row[2]! * v[2]) as Rgb;

/** How bright a colour is, from 0 to 1. */
export function luminance(hex: string): number {
    const [r, g, b] = rgb(hex).map(linear) as Rgb;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of WCAG between two colours, from 1 to 21. */
export function contrast(one: string, two: string): number {
    const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
    return (light + 0.05) / (dark + 0.05);
}

/** What eyes without one kind of cone see (Machado, Oliveira and Fernandes 2009, full severity), in linear light. */
export const VISION = {
    normal: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ],
    protan: [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    deutan: [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    tritan: [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
};

type Lab = [number, number, number];

function lab(hex: string, vision: number[][]): Lab {
    const seen = times(vision, rgb(hex).map(linear) as Rgb).map((c) => Math.min(1, Math.max(0, c))) as Rgb;
    const xyz = times(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.072175],
            [0.0193339, 0.119192, 0.9503041],
        ],
        seen,
    );
    const white = [0.95047, 1, 1.08883];
    const [x, y, z] = xyz.map((v, n) => {
        const t = v / white[n]!;
        return t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116;
    }) as Rgb;
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** How far apart two colours look (CIEDE2000), to eyes of a kind. */
export function distance(one: string, two: string, vision: number[][] = VISION.normal): number {
    return ciede2000(lab(one, vision), lab(two, vision));
}

export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
    const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
    const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
    const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
    const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
    const angle = (b: number, a: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
    const [h1, h2] = [angle(b1, p1), angle(b2, p2)];
    let turn = c1 * c2 === 0 ? 0 : h2 - h1;
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    const rad = (degrees: number) => (degrees * Math.PI) / 180;
    const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2));
    const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
    let h = h1 + h2;
    if (c1 * c2 !== 0) h = Math.abs(h1 - h2) <= 180 ? h / 2 : h < 360 ? (h + 360) / 2 : (h - 360) / 2;
    const t =
        1 -
        0.17 * Math.cos(rad(h - 30)) +
        0.24 * Math.cos(rad(2 * h)) +
        0.32 * Math.cos(rad(3 * h + 6)) -
        0.2 * Math.cos(rad(4 * h - 63));
    const sL = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
    const sC = 1 + 0.045 * c;
    const sH = 1 + 0.015 * c * t;
    const rT = -Math.sin(rad(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
    const [dl, dc, dh] = [(l2 - l1) / sL, (c2 - c1) / sC, dH / sH];
    return Math.sqrt(dl * dl + dc * dc + dh * dh + rT * dc * dh);
}
