/** What was typed as a number; a decimal comma is one too. */
export const numberOf = (text: string): number | undefined => {
  const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
  return Number.isFinite(value) ? value : undefined;
};
