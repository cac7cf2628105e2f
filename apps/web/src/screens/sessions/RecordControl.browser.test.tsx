import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { RecordControl } from './RecordControl.tsx';

const record = page.getByRole('button', { name: 'Record', exact: true });
const running = page.getByRole('button', { name: /^Recording/ });
const stop = page.getByRole('button', { name: 'Stop recording' });

const onUsers = () =>
  renderScreen(<RecordControl />, { path: '/mainpage/users', isConnected: true });

test('[REC-100] a recording continues on a tab other than Home and shows its number of samples', async () => {
  const { clock, core } = await onUsers();
  await record.click();
  await clock.advance(11_000);
  await expect.element(running).toHaveTextContent(/· 6/);
  expect(core.telemetry.liveData$.value.kind).toBe('sample');
});

test('[REC-101] the control shows that a recording gets no live data', async () => {
  const { clock, pack } = await onUsers();
  pack.answers = false;
  await record.click();
  await clock.advance(11_000);
  await expect.element(running).toHaveTextContent('▲');
  await expect.element(running).toHaveTextContent('no data');
  await expect.element(page.getByRole('status').first()).toHaveTextContent(/no live data since/);
});

test('[REC-105] the browser asks before a reload only while recording', async () => {
  await onUsers();
  const asks = (): boolean => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(asks()).toBe(false);
  await record.click();
  await expect.element(stop).toBeVisible();
  expect(asks()).toBe(true);
  await stop.click();
  await expect.element(record).toBeVisible();
  expect(asks()).toBe(false);
});

test('[PAGE-352] a recording whose panel fails goes on, with its time and its Stop button', async () => {
  const { clock, core } = await onUsers();
  await record.click();
  await clock.advance(11_000);
  Object.defineProperty(core.recording, 'usage$', {
    get: () => {
      throw new Error('no panel');
    },
  });
  await running.click();
  const problem = page.getByRole('alert');
  await expect.element(problem).toHaveTextContent('The panel of the recording has failed.');
  await expect.element(running).toHaveTextContent(/· 6/);
  await problem.getByRole('button', { name: 'Close' }).click();
  await expect.element(problem).not.toBeInTheDocument();
  await expect.element(stop).toBeVisible();
});

test('[REC-106] the control keeps the focus when a recording is started and stopped by keyboard', async () => {
  await onUsers();
  await expect.element(record).toBeEnabled();
  record.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(running).toHaveFocus();
  stop.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(record).toHaveFocus();
});

test('[REC-103] Enter adds a note and confirms it with its number and time; Esc returns the focus', async () => {
  const { clock } = await onUsers();
  await record.click();
  await clock.advance(21_000);
  await running.click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard('load on{Enter}');
  await expect.element(page.getByText('Note 1 at 0:21')).toBeVisible();
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(running).toHaveFocus();
});

test('[REC-131] a note that is typed and not added is saved when the recording is stopped', async () => {
  const { clock, core } = await onUsers();
  await record.click();
  await clock.advance(3_000);
  await running.click();
  await page.getByRole('textbox', { name: 'Note' }).fill('load on');
  await stop.click();
  await clock.advance(100);
  const summary = { notes: 1, firstNote: 'load on' };
  expect(core.recording.sessions$.value).toMatchObject({ sessions: [{ summary }] });
});

test('[REC-131] a note that is typed and not added is saved when the device is disconnected', async () => {
  const { clock, core } = await onUsers();
  await record.click();
  await clock.advance(3_000);
  await running.click();
  await page.getByRole('textbox', { name: 'Note' }).fill('load on');
  await core.link.disconnect();
  await clock.advance(100);
  const summary = { notes: 1, firstNote: 'load on' };
  expect(core.recording.sessions$.value).toMatchObject({ sessions: [{ summary }] });
});

test('[REC-107] the menu item “Sessions” shows the number of sessions and opens their page', async () => {
  const { clock, address } = await onUsers();
  await record.click();
  await clock.advance(3_000);
  await stop.click();
  await clock.advance(100);
  await page.getByRole('button', { name: 'Sessions and recording options' }).click();
  await page.getByRole('menuitem', { name: 'Sessions 1' }).click();
  await expect.element(address).toHaveTextContent('/mainpage/home/sessions');
});

test('without a device, Record is disabled', async () => {
  await renderScreen(<RecordControl />);
  await expect.element(record).toBeDisabled();
});
