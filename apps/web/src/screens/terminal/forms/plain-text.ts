/** Attributes of a field in which the browser must not correct or complete the text. */
export const PLAIN_TEXT = {
  autoCapitalize: 'off',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
