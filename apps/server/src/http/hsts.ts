/** Makes browsers use https only, for two years. */
export const hstsHeader = ['Strict-Transport-Security', 'max-age=63072000'] as const;
