import { expect, test } from 'vitest';
import { groupsProblem } from './file-words.ts';

test('two groups with the same name are reported by name and not by their place in a file', () => {
  const groups = [
    { name: 'Bench', buttons: [] },
    { name: 'Bench ', buttons: [] },
  ];
  const wrong = { path: 'groups.2.name', problem: 'must not be the name of another group' };
  expect(groupsProblem(wrong, groups)).toBe('Two groups are named “Bench”.');
  expect(groupsProblem(wrong)).toBe('In group 2, the name must not be the name of another group.');
});
