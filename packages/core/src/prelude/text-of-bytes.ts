/** The number of arguments per call, which every engine accepts. */
const PART = 8_192;

/** Converts each byte to one character, U+0000 to U+00FF. */
export const textOfBytes = (bytes: Uint8Array): string => {
  let text = '';
  for (let from = 0; from < bytes.length; from += PART) {
    // Spreading the bytes would take seven times as long.
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(from, from + PART));
  }
  return text;
};
