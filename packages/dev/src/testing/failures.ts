import { stripVTControlCharacters } from 'node:util';

/** The fields of a Playwright suite that are used. A suite is a file or a `describe`. */
interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

/** The fields of the JSON reports of Vitest and Playwright that are used. */
type Report =
  | {
      readonly testResults: readonly {
        readonly name: string;
        readonly status: string;
        /** The error of a file that does not load. */
        readonly message: string;
        readonly assertionResults: readonly {
          readonly fullName: string;
          readonly status: string;
          readonly failureMessages: readonly string[];
        }[];
      }[];
    }
  | {
      readonly suites: readonly Suite[];
      readonly errors: readonly { readonly message?: string }[];
    };

const MAX_LINES = 12;

/** Formats a failure: its title, and the first lines of its errors without colors, stack frames and empty lines. */
const format = (path: readonly string[], errors: readonly string[]): string => {
  const lines = errors
    .flatMap((error) => stripVTControlCharacters(error).split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s+at .*(?:node_modules|<anonymous>)/.test(line));
  const shown = lines.slice(0, MAX_LINES).map((line) => `    ${line}`);
  return [`✗ ${path.join(' › ')}`, ...shown, ...(lines.length > MAX_LINES ? ['    …'] : [])].join(
    '\n',
  );
};

const failuresOfSuite = (suite: Suite, parents: readonly string[]): readonly string[] => {
  const path = [...parents, suite.title];
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        format(
          [...path, title],
          results.flatMap(({ errors }) => errors).map(({ message = '' }) => message),
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOfSuite(inner, path))];
};

/**
 * Reads a run's failed tests and the errors outside of them, each as several lines of text. An error that Vitest catches
 * after a test has ended is in no report: Vitest only prints it.
 * @param text the JSON report of Vitest or Playwright
 */
export const failuresOf = (text: string): readonly string[] => {
  const report = JSON.parse(text) as Report; // written by the tool
  if ('suites' in report)
    return [
      ...report.suites.flatMap((suite) => failuresOfSuite(suite, [])),
      ...report.errors.map(({ message = '' }) => format(['outside of the tests'], [message])),
    ];
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    return failed.length === 0 && status === 'failed'
      ? [format([name], [message])]
      : failed.map(({ fullName, failureMessages }) => format([name, fullName], failureMessages));
  });
};
