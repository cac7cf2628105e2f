import { count, type Finding } from './check.ts';
import type { SourceFile } from './source-files.ts';

const specFile = 'packages/core/SPEC.md';
/** A rule has a group of three or more letters; faults of RELIABILITY.md have two letters and two digits. */
const idPattern = /\[([A-Z]{3,}-[A-Z]?\d+)\]/g;

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(idPattern)].map((match) => match[1] ?? '');

/**
 * Returns the ids that a line or a list item begins with, which define a rule. Other occurrences only refer to a rule.
 */
const definedIn = (spec: string): readonly string[] =>
  spec
    .split('\n')
    .flatMap((line) => (/^\s*(?:[-*|]\s*)?(?:\*\*)?\[/.test(line) ? idsIn(line).slice(0, 1) : []));

const repeated = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

/**
 * Compares the rules of SPEC.md with the ids in test files. Reports rules without a test and tests with an unknown id.
 */
export const checkRules = (spec: string, tests: readonly SourceFile[]): Finding => {
  const defined = definedIn(spec);
  const known = new Set(defined);
  const tested = new Set(tests.flatMap(({ text }) => idsIn(text)));
  const details = [
    ...repeated(defined).map(
      (id) => `${specFile}: [${id}] is defined twice. Give one another number.`,
    ),
    ...[...known]
      .filter((id) => !tested.has(id))
      .map((id) => `${specFile}: [${id}] has no test. Write its id into a test's title.`),
    ...tests.flatMap(({ path, text }) =>
      [...new Set(idsIn(text))]
        .filter((id) => !known.has(id))
        .map((id) => `${path}: [${id}] is not a rule of ${specFile}. Define it or correct the id.`),
    ),
  ];
  return {
    ok: details.length === 0,
    figure: `${count(known.size, 'rule')}, each with a test`,
    details,
  };
};
