const RANDOM_BYTES = 10;
const COUNTER_BITS = 12;
const LARGEST_COUNTER = 2 ** COUNTER_BITS - 1;
const MS_DIGITS = 12;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isUuidV7 = (text: string): boolean => UUID_V7.test(text);

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Creates a generator of ids of RFC 9562, version 7: the time in ms, a counter within the ms, and 62 random bits. Each
 * id is greater than the previous one and than all ids passed to `after`, even if the clock is set back.
 */
export const createUuidV7 = (now: () => number, randomBytes: (count: number) => Uint8Array) => {
  let ms = 0;
  let counter = 0;
  return {
    next: (): string => {
      const time = Math.floor(now());
      if (time > ms) {
        ms = time;
        counter = 0;
      } else if (counter < LARGEST_COUNTER) {
        counter += 1;
      } else {
        ms += 1;
        counter = 0;
      }
      const random = randomBytes(RANDOM_BYTES);
      const variant = 0x80 | ((random[0] ?? 0) & 0x3f);
      const tail = hex(Uint8Array.of(variant, ...random.subarray(1, 8)));
      const head = ms.toString(16).padStart(MS_DIGITS, '0');
      const count = counter.toString(16).padStart(3, '0');
      return `${head.slice(0, 8)}-${head.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`;
    },
    /** Makes all later ids greater than this one. */
    after: (id: string): void => {
      const [, high = '', low = '', count = ''] = UUID_V7.exec(id) ?? [];
      const time = Number.parseInt(high + low, 16);
      if (!(time > ms || (time === ms && Number.parseInt(count, 16) > counter))) return;
      ms = time;
      counter = Number.parseInt(count, 16);
    },
  };
};
