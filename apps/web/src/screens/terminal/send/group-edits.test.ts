import { expect, test } from 'vitest';
import { changed, movedUp, tidy, withButton, without, withNewGroup } from './group-edits.ts';

const ati = { label: 'Who', command: 'ATI' };

test('[TERM-119] a new group has a name of its own', () => {
  const three = withNewGroup(withNewGroup(withNewGroup([])));
  expect(three.map(({ name }) => name)).toEqual(['Group', 'Group 2', 'Group 3']);
});

test('[TERM-119] groups and buttons are changed, moved and taken away; the rest stays', () => {
  expect(changed(withNewGroup([]), 0, { name: 'Cells' })).toEqual([{ name: 'Cells', buttons: [] }]);
  expect(withButton([ati, ati], 1, { label: '' })).toEqual([ati, { label: '', command: 'ATI' }]);
  expect(movedUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
  expect(movedUp(['a', 'b'], 0)).toEqual(['a', 'b']);
  expect(without(['a', 'b', 'c'], 1)).toEqual(['a', 'c']);
});

test('[TERM-119] rows without a command are not kept', () => {
  const buttons = [ati, { label: 'empty', command: ' ' }];
  expect(tidy([{ name: 'A', buttons }])).toEqual([{ name: 'A', buttons: [ati] }]);
});
