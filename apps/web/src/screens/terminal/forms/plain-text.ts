/** Attributes of a field whose text the browser must not change. */
export const PLAIN_TEXT = {
  autoCapitalize: 'off',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
