import type { QuickButton, QuickGroup } from '@batbot/core';

// Edits of groups as pure functions; `at` is the group's index.

/** A name that no group has yet: `Group`, `Group 2` … */
const freeName = (groups: readonly QuickGroup[]): string => {
  const names = new Set(groups.map(({ name }) => name));
  let number = 1;
  while (names.has(number === 1 ? 'Group' : `Group ${number}`)) number += 1;
  return number === 1 ? 'Group' : `Group ${number}`;
};

export const withNewGroup = (groups: readonly QuickGroup[]): readonly QuickGroup[] => [
  ...groups,
  { name: freeName(groups), buttons: [] },
];

export const changed = (
  groups: readonly QuickGroup[],
  at: number,
  change: Partial<QuickGroup>,
): readonly QuickGroup[] =>
  groups.map((group, index) => (index === at ? { ...group, ...change } : group));

export const without = <T>(items: readonly T[], at: number): readonly T[] =>
  items.filter((_, index) => index !== at);

/** The item at `at` one place up; the first stays. */
export const movedUp = <T>(items: readonly T[], at: number): readonly T[] => {
  const [item] = items.slice(at, at + 1);
  return item === undefined || at < 1
    ? items
    : [...items.slice(0, at - 1), item, ...items.slice(at - 1, at), ...items.slice(at + 1)];
};

export const withButton = (
  buttons: readonly QuickButton[],
  at: number,
  change: Partial<QuickButton>,
): readonly QuickButton[] =>
  buttons.map((button, index) => (index === at ? { ...button, ...change } : button));

/** As they are saved: rows without a command are left out. */
export const tidy = (groups: readonly QuickGroup[]): readonly QuickGroup[] =>
  groups.map((group) => ({
    ...group,
    buttons: group.buttons.filter(({ command }) => command.trim() !== ''),
  }));
