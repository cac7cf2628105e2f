import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { timeOfDay, type SampleColumns, type SampleSeries } from '@batbot/core';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import type { ChartSpec } from './chart-lines.ts';
import { digitsOf, rangeOf, tickText } from './plot.ts';
import { PACK_COLUMNS } from './chart-lines.ts';
import { PackCharts } from './PackCharts.tsx';
import { TimeChart } from './TimeChart.tsx';

const SPEC: ChartSpec = {
  title: 'Pack voltage',
  unit: 'V',
  digits: 3,
  leastSpan: 0.1,
  lines: [{ column: 'v', label: 'Pack', colour: '--series-voltage' }],
};

const chart = (
  values: readonly (number | null)[],
  isCurrent = false,
  x = values.map((_, index) => 1_000 + index * 2),
) =>
  renderScreen(
    <TimeChart
      spec={SPEC}
      data={{ x, y: { v: values } }}
      range={undefined}
      onRange={() => undefined}
      syncKey="test"
      isCurrent={isCurrent}
    />,
  );

test('[OBD-160] an axis shows as many decimals as its steps need, even if it has one tick', () => {
  expect([1, 0.5, 0.25, 0.1, 0.05, 0.025, 20].map(digitsOf)).toEqual([0, 1, 2, 1, 2, 3, 0]);
});

test('[PAGE-280] ticks that are months apart have their year, and ticks that are days apart their day', () => {
  const at = new Date(2025, 8, 1).getTime() / 1_000;
  const day = 86_400;
  expect(tickText(at, 60 * day)).toBe('Sep 2025');
  expect(tickText(at, 7 * day)).toBe('Sep 1');
});

test('[OBD-160] ticks that are less than a second apart have distinct times', () => {
  const ticks = [1_000, 1_000.5, 1_001, 1_001.5].map((at) => tickText(at, 0.5));
  expect(ticks.map((text) => text.slice(-4))).toEqual(['40.0', '40.5', '41.0', '41.5']);
  // Between two whole seconds.
  const at = [1_700_000_000.2, 1_700_000_000.25, 1_700_000_000.3];
  expect(at.map((each) => tickText(each, 0.05).slice(-5))).toEqual(['20.20', '20.25', '20.30']);
  expect(tickText(1_700_000_000 - 1e-7, 0.25).slice(-5)).toBe('20.00');
});

test('[OBD-160] the axis of a constant series has the minimum span, with the value in the middle', () => {
  const [lowest, highest] = rangeOf({ lowest: 13.211, highest: 13.211 }, 0.1);
  expect((lowest + highest) / 2).toBeCloseTo(13.211, 6);
  expect(highest - lowest).toBeCloseTo(0.116, 6);
});

test('[OBD-160] the point under the cursor is filled with the colour of its line', async () => {
  const { screen } = await chart([13.1, 13.2, 13.3]);
  await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
  await userEvent.hover(document.querySelector('.u-over') ?? document.body);
  const point = document.querySelector<HTMLElement>('.u-cursor-pt');
  const probe = document.createElement('i');
  probe.style.color = 'var(--series-voltage)';
  screen.container.append(probe);
  await expect
    .poll(() => point && getComputedStyle(point).backgroundColor)
    .toBe(getComputedStyle(probe).color);
});

test('[REC-142] the range of a session that is longer than a day has dates', async () => {
  const ms = Float64Array.of(0, 93_600_000); // 26 hours
  const columns = Object.fromEntries([...PACK_COLUMNS, 'wall'].map((name) => [name, ms]));
  const series = {
    startedAt: new Date(2026, 0, 31, 12).getTime(),
    length: ms.length,
    columns: { ...(columns as Partial<SampleColumns>), ms },
  } as SampleSeries;
  const { screen } = await renderScreen(
    <PackCharts series={series} marks={[]} moment={undefined} onMoment={() => undefined} />,
  );
  await expect
    .element(screen.getByRole('group', { name: 'Zoom of the charts' }).getByRole('status'))
    .toHaveTextContent(/2026\D+12:00:00 – .*2026\D+14:00:00/);
});

test('[OBD-160] a series without values has no axis and shows "No values"', async () => {
  const { screen } = await chart([null, null]);
  await expect.element(screen.getByText('No values', { exact: true })).toBeVisible();
  expect(document.querySelector('.u-over')).toBeNull();
});

test('[OBD-160] the last value is labelled "now" only while it is current, otherwise with its time', async () => {
  const old = await chart([13.1, 13.2]);
  await expect.element(old.screen.getByText(/^\d\d:\d\d:\d\d$/)).toBeVisible();
  await old.screen.unmount();
  const live = await chart([13.1, 13.2], true);
  await expect.element(live.screen.getByText('now', { exact: true })).toBeVisible();
});

test('[OBD-160] a missing current value is a dash, not the previous value', async () => {
  const { screen } = await chart([13.1, 13.2, null], true);
  await expect.element(screen.getByText('now', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('—', { exact: true })).toBeVisible();
});

test('[ANA-53] the last known value has its own time, not that of a later point without a value', async () => {
  const { screen } = await chart([13.1, 13.2, null]);
  const legend = screen.container.querySelector<HTMLElement>('.chart__values');
  await expect
    .element(legend)
    .toHaveTextContent(new RegExp(`13.200.*${timeOfDay(1_002_000).slice(0, 8)}$`));
});

test('[OBD-160] no label of the time axis is cut or beyond the end of the axis', async () => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const ruler = new OffscreenCanvas(1, 1).getContext('2d');
  if (ruler === null) throw new Error('There is no canvas.');
  ruler.font = '12px system-ui, sans-serif';
  // Between two ticks; with a tick in the middle; with a tick at the end.
  for (const x of [
    [1_021, 1_024],
    [1_019, 1_021],
    [1_000, 1_020],
  ]) {
    drawn.mockClear();
    const { screen } = await chart([13.1, 13.2], false, x);
    await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
    const width = document.querySelector('canvas')?.width ?? 0;
    for (const [text, at] of drawn.mock.calls) {
      const half = ruler.measureText(text).width / 2;
      if (text.includes(':')) expect(at + half, text).toBeLessThan(width);
    }
    await screen.unmount();
  }
});
