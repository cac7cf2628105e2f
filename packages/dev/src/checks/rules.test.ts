import { expect, test } from 'vitest';
import { checkRules } from './rules.ts';

// The ids are built here, so that the real check does not count these texts as tests of real rules.
const id = (name: string, number: number) => `[${name}-${number}]`;
const spec = [
  `- ${id('LINK', 1)} The port opens once.`,
  `- ${id('TERM', 2)} Lines end as chosen, see ${id('LINK', 9)}.`,
].join('\n');
const file = (text: string) => ({ path: 'a.test.ts', text });

test('rules with tests pass, and an id inside a sentence does not define a rule', () => {
  const tests = [
    file(`test('${id('LINK', 1)} opens once')`),
    file(`test('${id('TERM', 2)} ends')`),
  ];
  expect(checkRules(spec, tests)).toMatchObject({ ok: true, figure: '2 rules, each with a test' });
});

test('a rule without a test is reported by its id', () => {
  expect(checkRules(spec, [file(id('LINK', 1))]).details).toEqual([
    expect.stringContaining(`${id('TERM', 2)} has no test`),
  ]);
});

test('a test with an unknown id is reported with its file', () => {
  const tests = [file(`${id('LINK', 1)} ${id('TERM', 2)} ${id('TERM', 7)}`)];
  expect(checkRules(spec, tests).details).toEqual([
    expect.stringContaining(`a.test.ts: ${id('TERM', 7)} is not a rule`),
  ]);
});

test('two rules with one id are reported, and ids of other documents are ignored', () => {
  const twice = `${spec}\n- ${id('LINK', 1)} Again.`;
  const tests = [file(`${id('LINK', 1)} ${id('TERM', 2)} ${id('SR', 7)}`)];
  expect(checkRules(twice, tests).details).toEqual([expect.stringContaining('defined twice')]);
});
