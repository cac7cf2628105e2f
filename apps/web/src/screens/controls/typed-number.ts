/** What was typed as a number; a decimal comma, and the minus that the screens write, count too. */
export const numberOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  const value = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(value) ? value : undefined;
};
