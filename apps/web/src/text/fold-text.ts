/** The accents of Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036F]/g;

/** Returns a text for comparisons by a search: in lower case, without accents, however they are encoded. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(ACCENTS, '').toLowerCase();

/** Characters of other writing systems, which a serial number does not have. */
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Whether a folded text may be a serial number, whose separators do not matter to a search. */
export const mayBeSerial = (folded: string): boolean => !NOT_ASCII.test(folded);
