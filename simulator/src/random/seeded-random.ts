/** A reproducible stream of random numbers. The same seed gives the same stream on every machine. */
export interface SeededRandom {
  /** Returns a number from the uniform distribution in [0, 1). */
  readonly next: () => number;
  /** Returns a number from the normal distribution with mean 0 and deviation 1. */
  readonly gaussian: () => number;
  /** Returns an independent stream for one purpose, so that additional numbers of one stream do not change another. */
  readonly fork: (purpose: string) => SeededRandom;
}

/** Mixes 32 bits so that every input bit affects every output bit (constants of MurmurHash3's finalizer). */
const mix = (value: number): number => {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

const hashText = (text: string, seed: number): number => {
  let h = seed | 0;
  for (const char of text) h = mix(Math.imul(h, 31) + (char.codePointAt(0) ?? 0));
  return h;
};

const toNormal = (u: number, v: number): number =>
  Math.sqrt(-2 * Math.log(1 - u)) * Math.cos(2 * Math.PI * v);

/** Creates a seeded stream (a Weyl sequence through a mixing hash). */
export const createRandom = (seed: number): SeededRandom => {
  const key = mix(seed ^ 0x5bd1e995);
  let counter = 0;
  const next = (): number => {
    counter = (counter + 0x9e3779b9) | 0;
    const high = mix(counter ^ key);
    const low = mix(high + key + counter);
    return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53;
  };
  return {
    next,
    gaussian: () => toNormal(next(), next()),
    fork: (purpose) => createRandom(hashText(purpose, key)),
  };
};

/** Returns normal noise as a pure function of its arguments: the reading interval does not change a value. */
export const noiseAt = (seed: number, moment: number, place: number): number => {
  const base = mix(seed ^ Math.imul(moment, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca77));
  return toNormal(base / 2 ** 32, mix(base + 0x6d2b79f5) / 2 ** 32);
};
