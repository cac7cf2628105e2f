import { expect, test } from 'vitest';
import { nodeSatisfies } from './node-version.mjs';

const range = '^20.19.0 || ^22.13.0 || >=24.0.0';

test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.1', '24.0.0', '24.21.0', '26.10.0'])(
  'Node %s is accepted',
  (version) => expect(nodeSatisfies(version, range)).toBe(true),
);

test.each(['18.20.8', '20.18.3', '21.7.0', '22.12.9', '23.11.0'])('Node %s is refused', (version) =>
  expect(nodeSatisfies(version, range)).toBe(false),
);

test('a range of another form is reported as an error', () => {
  expect(() => nodeSatisfies('20.19.0', '~20.19')).toThrow('engines.node');
});
