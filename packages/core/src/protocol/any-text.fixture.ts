import fc from 'fast-check';

/**
 * Texts of any characters, and names of properties of objects. The unit 'binary' of fast-check does the same, but makes
 * a list of all 1.1 million characters first, which takes seconds.
 */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
);
