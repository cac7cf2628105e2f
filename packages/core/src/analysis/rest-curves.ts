/** The kinds of cells of which rest curves are known. */
export type Chemistry = 'lfp' | 'nmc' | 'lmo';

// oxfmt-ignore
const PERCENT = [
  0, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95,
  97, 98, 99, 99.5, 100,
];

/**
 * Rest voltages in V at `PERCENT`. LFP: LithiumWerks APR18650M1B. NMC: LG M50T and Molicel P42A (all resampled from
 * soorajsunil/Piecewise-Battery-OCV, MIT). LMO: 2013 Nissan Leaf, from the points of the ORNL test in
 * batterysim/equiv-circ-model (MIT).
 */
// oxfmt-ignore
const CURVES: Readonly<Record<Chemistry, readonly (readonly number[])[]>> = {
  lfp: [[
    2.0102, 2.5163, 2.7019, 2.8644, 2.9561, 3.0721, 3.1635, 3.2029, 3.2156, 3.2413, 3.2618, 3.2778,
    3.2883, 3.2948, 3.2974, 3.2991, 3.301, 3.3032, 3.307, 3.3163, 3.3329, 3.3371, 3.3393, 3.3411,
    3.3429, 3.3445, 3.3481, 3.3703, 3.4181, 3.5981,
  ]],
  nmc: [[
    2.5199, 2.7291, 2.8306, 2.965, 3.052, 3.1617, 3.2396, 3.3041, 3.4014, 3.4754, 3.5205, 3.5763,
    3.6141, 3.6443, 3.6761, 3.7167, 3.7652, 3.8174, 3.8748, 3.9201, 3.965, 4.0184, 4.0672, 4.0919,
    4.1158, 4.1343, 4.1477, 4.1653, 4.1765, 4.1943,
  ], [
    2.5061, 2.7044, 2.8165, 2.959, 3.0501, 3.1693, 3.2622, 3.3344, 3.4206, 3.4746, 3.5291, 3.5811,
    3.6209, 3.656, 3.6953, 3.7418, 3.7895, 3.8439, 3.8905, 3.9263, 3.9747, 4.034, 4.0699, 4.0798,
    4.1011, 4.1223, 4.1389, 4.1616, 4.1757, 4.1932,
  ]],
  lmo: [[
    2.977, 3.021, 3.065, 3.152, 3.239, 3.414, 3.552, 3.599, 3.691, 3.748, 3.786, 3.82, 3.853, 3.878,
    3.898, 3.917, 3.936, 3.955, 3.971, 3.992, 4.022, 4.051, 4.069, 4.09, 4.136, 4.154, 4.164,
    4.173, 4.177, 4.182,
  ]],
};

/** Returns the y at an x, linear between increasing points; NaN outside of them. */
const between = (xs: readonly number[], ys: readonly number[], x: number): number => {
  const upper = xs.findIndex((each) => each >= x);
  if (xs[upper] === x) return ys[upper] ?? Number.NaN;
  const [x0 = Number.NaN, x1 = Number.NaN] = [xs[upper - 1], xs[upper]];
  const [y0 = Number.NaN, y1 = Number.NaN] = [ys[upper - 1], ys[upper]];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
};

type Curve = readonly number[];

/** Returns the state of charge (0..1) of a rest voltage on a curve; NaN outside of the curve. */
const socOn = (curve: Curve, volt: number): number => between(curve, PERCENT, volt) / 100;

/** Returns the nearest voltage on a curve; NaN for NaN. */
const clamped = (curve: Curve, volt: number): number =>
  Math.min(Math.max(volt, curve[0] ?? 0), curve.at(-1) ?? 0);

/** A state of charge (0..1) with the half of the range in which it can be. */
export interface RestSoc {
  readonly soc: number;
  readonly error: number;
}

/** How far the voltage that the BMS reports for a cell at rest can be from the curve of its chemistry, in V. */
const CURVE_ERROR_V = 0.01;

/**
 * Returns the state of charge of a cell at rest; NaN for a cell that was not read. The range covers all curves of the
 * chemistry: of every chemistry if it is unknown. In the flat middle of LFP it is so wide that no metric uses it.
 */
export const restSoc = (volt: number, chemistry: Chemistry | undefined): RestSoc => {
  const curves = chemistry === undefined ? Object.values(CURVES).flat() : CURVES[chemistry];
  const socs = (at: number): readonly number[] =>
    curves.map((curve) => socOn(curve, clamped(curve, at)));
  const low = Math.min(...socs(volt - CURVE_ERROR_V));
  const high = Math.max(...socs(volt + CURVE_ERROR_V));
  const mean = socs(volt).reduce((sum, soc) => sum + soc, 0) / curves.length;
  return { soc: mean, error: Math.max(high - mean, mean - low) };
};

/** How far the state of charge of all cells moved on a curve if the BMS reads `error` V too little. */
interface RestShift {
  readonly curve: Curve;
  readonly error: number;
  readonly soc: number;
}

/**
 * Returns how far the charge of all cells can have moved between two rests, at which the voltages of a typical cell were
 * `before` and `after`, read within `readingV`: on the curves of every chemistry that have these voltages.
 */
export const restShifts = (before: number, after: number, readingV: number): readonly RestShift[] =>
  Object.values(CURVES)
    .flat()
    .flatMap((curve) =>
      [-CURVE_ERROR_V, 0, CURVE_ERROR_V].flatMap((error) =>
        [after - readingV, after, after + readingV].map((next) => {
          const soc = socOn(curve, next + error) - socOn(curve, before + error);
          return { curve, error, soc };
        }),
      ),
    );

/** Returns the lowest and the highest rest voltage in V of a cell after the shifts; NaN if it is on none of the curves. */
export const restAfter = (
  volt: number,
  shifts: readonly RestShift[],
): { readonly low: number; readonly high: number } => {
  const volts = shifts
    .map(({ curve, error, soc }) => {
      const percent = 100 * (socOn(curve, volt + error) + soc);
      return between(PERCENT, curve, percent) - error;
    })
    .filter(Number.isFinite);
  return volts.length === 0
    ? { low: Number.NaN, high: Number.NaN }
    : { low: Math.min(...volts), high: Math.max(...volts) };
};

/** Recognizes common spellings of a chemistry; undefined if the text names no known chemistry. */
export const chemistryOf = (text: string): Chemistry | undefined => {
  if (/lfp|lifepo|iron/i.test(text)) return 'lfp';
  if (/lmo|leaf/i.test(text)) return 'lmo';
  return /nmc|nca|cobalt/i.test(text) ? 'nmc' : undefined;
};
