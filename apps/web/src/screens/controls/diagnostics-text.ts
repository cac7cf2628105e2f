import type { Core } from '@batbot/core';
import { PRODUCT_VERSION } from '../../version.ts';

/** Returns the diagnostics for support as JSON, with the facts that only the browser reports. */
export const diagnosticsText = ({ diagnostics }: Pick<Core, 'diagnostics'>): string => {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: pixelRatio } = window;
  return diagnostics.report({
    product: PRODUCT_VERSION,
    browser: navigator.userAgent,
    language: navigator.language,
    page: { width, height, pixelRatio },
  });
};
