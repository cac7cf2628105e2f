import type { Mapping } from '@batbot/core/imports';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';

const table = {
  header: ['time', 'temp 1', 'x', 'y (°C)'],
  rows: [['2025-01-01 10:00:00', '77', '78', '25']],
};

/** Renders the columns of a file whose first sensor is in °F, and returns what the user has chosen. */
const withSensor = async () => {
  const chosen: Mapping[] = [];
  const Columns = () => {
    const [mapping, setMapping] = useState<Mapping>([
      { target: 'temperature', column: 1, unit: '°F' },
    ]);
    return (
      <ColumnMapping
        kind="logger"
        table={table}
        decimal="point"
        mapping={mapping}
        onChange={(next) => {
          chosen.push(next);
          setMapping(next);
        }}
      />
    );
  };
  const { screen } = await renderScreen(<Columns />, { path: '/mainpage/upload' });
  const add = async (name: string) => {
    await screen.getByRole('combobox', { name: 'Column of: Temperatures' }).click();
    await page.getByTitle(name, { exact: true }).last().click();
  };
  const row = screen.getByRole('row', { name: /^Temperatures/ });
  return { screen, add, row, units: () => chosen.at(-1)?.map(({ unit }) => unit) };
};

test('[PAGE-372] a further sensor without a unit in its name has the unit of the first one', async () => {
  const { add, row, units } = await withSensor();
  await add('x');
  await expect.element(row.getByText('assumed')).toBeVisible();
  await expect.poll(units).toEqual(['°F', '°F']);
});

test('[PAGE-372] different units of sensors are all shown, and one that the user chooses is that of all', async () => {
  const { screen, add, row, units } = await withSensor();
  await add('y (°C)');
  await expect.element(row.getByTitle('°F, °C', { exact: true })).toBeVisible();
  await expect.poll(units).toEqual(['°F', '°C']);
  await screen.getByRole('combobox', { name: 'Unit of: Temperatures' }).click();
  await page.getByTitle('K', { exact: true }).click();
  await expect.element(row.getByTitle('K', { exact: true })).toBeVisible();
  await expect.poll(units).toEqual(['K', 'K']);
});
