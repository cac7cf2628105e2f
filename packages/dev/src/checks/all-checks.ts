import type { Check } from './check.ts';
import { boundaries, bundle, lock, reliability, rules } from './own-checks.ts';
import { format, lint, types, unused } from './tool-checks.ts';

/** In the order they start; the slow ones first. */
export const allChecks: readonly Check[] = [
  types,
  lint,
  bundle,
  unused,
  format,
  boundaries,
  lock,
  rules,
  reliability,
];
