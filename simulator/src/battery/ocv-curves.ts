import { createCurve } from './curve.ts';

// Open-circuit voltages resampled from soorajsunil/Piecewise-Battery-OCV (MIT).
// oxfmt-ignore
const socPercent = [
  0, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95,
  97, 98, 99, 99.5, 100,
];
// LithiumWerks APR18650M1B, volt.
// oxfmt-ignore
const lfp = [
  2.0102, 2.5163, 2.7019, 2.8644, 2.9561, 3.0721, 3.1635, 3.2029, 3.2156, 3.2413, 3.2618, 3.2778,
  3.2883, 3.2948, 3.2974, 3.2991, 3.301, 3.3032, 3.307, 3.3163, 3.3329, 3.3371, 3.3393, 3.3411,
  3.3429, 3.3445, 3.3481, 3.3703, 3.4181, 3.5981,
];
// LG INR21700-M50T, volt.
// oxfmt-ignore
const nmc = [
  2.5199, 2.7291, 2.8306, 2.965, 3.052, 3.1617, 3.2396, 3.3041, 3.4014, 3.4754, 3.5205, 3.5763,
  3.6141, 3.6443, 3.6761, 3.7167, 3.7652, 3.8174, 3.8748, 3.9201, 3.965, 4.0184, 4.0672, 4.0919,
  4.1158, 4.1343, 4.1477, 4.1653, 4.1765, 4.1943,
];
// Molicel INR21700-P42A, volt.
// oxfmt-ignore
const nmcPower = [
  2.5061, 2.7044, 2.8165, 2.959, 3.0501, 3.1693, 3.2622, 3.3344, 3.4206, 3.4746, 3.5291, 3.5811,
  3.6209, 3.656, 3.6953, 3.7418, 3.7895, 3.8439, 3.8905, 3.9263, 3.9747, 4.034, 4.0699, 4.0798,
  4.1011, 4.1223, 4.1389, 4.1616, 4.1757, 4.1932,
];

const curve = (volts: readonly number[]) =>
  createCurve(socPercent.map((percent, i) => [percent / 100, volts[i] ?? 0] as const));

/** Rest voltage in V of each kind of cell as a function of its state of charge (0..1). */
export const ocvCurves = { lfp: curve(lfp), nmc: curve(nmc), nmcPower: curve(nmcPower) } as const;
