import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { NumberField } from './NumberField.tsx';

test.each([
  ['1,5', 1.5],
  ['0,05', 0.05],
  ['1.5', 1.5],
  ['−2,5', -2.5],
])('[PAGE-161] a number field reads %s as %d', async (typed, value) => {
  const changes: (number | null)[] = [];
  const { screen } = await renderScreen(
    <NumberField aria-label="Capacity" onChange={(next) => changes.push(next)} />,
  );
  await userEvent.fill(screen.getByLabelText('Capacity'), typed);
  await userEvent.tab();
  expect(changes.at(-1)).toBe(value);
  await userEvent.fill(screen.getByLabelText('Capacity'), '');
  expect(changes.at(-1)).toBeNull();
});
