import { comparePacks } from '@batbot/core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { PackTable, TemperaturesTable } from './CompareTables.tsx';

const sampleAt = (temperaturesC: readonly number[]) => ({
  cellVoltagesV: [],
  temperaturesC,
  alarms: [],
  protections: [],
});

test('[PAGE-250] the change of a temperature that is known in tenths is shown in tenths', async () => {
  const { values, temperatures } = comparePacks(sampleAt([25, 30]), sampleAt([25.4, 34]));
  await renderScreen(
    <>
      <PackTable values={values} />
      <TemperaturesTable temperatures={temperatures} />
    </>,
  );
  const row = (name: string) => page.getByRole('row', { name, exact: true });
  await expect.element(row('Lowest temperature °C 25.0 25.4 +0.4')).toBeVisible();
  await expect.element(row('Highest temperature °C 30 34 +4')).toBeVisible();
  await expect.element(row('Sensor Before °C After °C Change °C')).toBeVisible();
  await expect.element(row('1 25.0 25.4 +0.4')).toBeVisible();
  await expect.element(row('2 30 34 +4')).toBeVisible();
});
