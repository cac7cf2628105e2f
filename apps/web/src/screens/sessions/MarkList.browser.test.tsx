import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { MarkList } from './MarkList.tsx';

const HOUR_MS = 3_600_000;

test('[REC-143] a note of a later day than the start of the recording is listed with its date', async () => {
  const startedAt = new Date(2026, 10, 22, 23, 0, 0).getTime();
  const marks = [
    { kind: 'note' as const, ms: HOUR_MS / 2, text: 'before midnight' },
    { kind: 'note' as const, ms: 48.5 * HOUR_MS, text: 'two days later' },
  ];
  await renderScreen(<MarkList marks={marks} startedAt={startedAt} onGo={() => undefined} />);
  await expect
    .element(page.getByRole('button', { name: /before midnight/ }))
    .toHaveTextContent('123:30:00✎Note:before midnight');
  await expect
    .element(page.getByRole('button', { name: /two days later/ }))
    .toHaveTextContent(/2Nov 24, 2026, 23:30:00✎/);
});

test('[REC-150] a note after more than a hundred events is listed, with its number in the charts', async () => {
  // The app writes markers too, such as those of alarms.
  const limits = Array.from({ length: 120 }, (_, ms) => ({
    kind: ms % 2 === 0 ? ('limit' as const) : ('marker' as const),
    ms,
    text: `limit ${ms + 1}`,
  }));
  const note = { kind: 'note' as const, ms: 120, text: 'cell 7 replaced' };
  await renderScreen(<MarkList marks={[...limits, note]} startedAt={0} onGo={() => undefined} />);
  await expect
    .element(page.getByRole('button', { name: /cell 7 replaced/ }))
    .toHaveTextContent(/^121/);
  await expect.element(page.getByRole('listitem').nth(98)).toHaveTextContent(/^99.*limit 99$/);
  await expect.element(page.getByText('And 21 more on the charts.')).toBeVisible();
});
