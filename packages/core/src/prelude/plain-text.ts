/** Returns a text without control characters and broken characters, which the server refuses. Lines and tabs stay. */
export const plainText = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .trim();

/** Returns a text on one line without what the server refuses. Cells of a spreadsheet are pasted with tabs in between. */
export const plainLine = (text: string): string => plainText(text).replace(/[\t\n\r]+/gu, ' ');
