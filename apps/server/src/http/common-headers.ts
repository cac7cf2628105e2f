/** Headers of every response of the API and of the web host. */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
} as const;

/** Requires browsers to use HTTPS only, for two years. */
export const hstsHeader = ['Strict-Transport-Security', 'max-age=63072000'] as const;
