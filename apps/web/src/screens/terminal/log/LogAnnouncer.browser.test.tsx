import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../testing/rendered.fixture.ts';
import { renderTerminal } from '../render-terminal.fixture.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const LINES = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}\r\n`);

const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');

/** Renders the terminal. `passAnnouncement` lets an announcement be due, and `announced` returns the last one. */
const renderAnnounced = async () => {
  const terminal = await renderTerminal();
  const { clock } = terminal;
  const live = document.querySelector('.terminal [aria-live="polite"].visually-hidden');
  return {
    ...terminal,
    receiveForAnHour: async (): Promise<void> => {
      for (let from = 0; from < LINES.length; from += 500) {
        terminal.fake.device.send(LINES.slice(from, from + 500).join(''));
        await clock.advance(180_000);
        vi.advanceTimersByTime(1_500);
      }
    },
    passAnnouncement: async (): Promise<void> => {
      await clock.advance(200);
      vi.advanceTimersByTime(1_500);
      await rendered();
    },
    announced: () => ({ text: plain(live?.textContent), element: live?.firstChild }),
  };
};

const SUMMARY = '10 000 new lines, the last: line 10000';

test('[PAGE-210] after an hour in a hidden tab, all lines are announced in one summary', async () => {
  const { receiveForAnHour, passAnnouncement, announced } = await renderAnnounced();
  await passAnnouncement();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await receiveForAnHour();
  vi.restoreAllMocks();
  await passAnnouncement();
  await expect.poll(() => announced().text).toBe(SUMMARY);
});

test('[PAGE-210] after an hour of pause, all lines are announced in one summary', async () => {
  const { core, receiveForAnHour, passAnnouncement, announced } = await renderAnnounced();
  await passAnnouncement();
  const before = announced();
  core.terminal.pause.pause();
  await receiveForAnHour();
  await passAnnouncement();
  expect(announced()).toEqual(before);
  core.terminal.pause.resume();
  await passAnnouncement();
  await expect.poll(() => announced().text).toBe(SUMMARY);
});

test('[PAGE-210] lines that the filter hides are not announced', async () => {
  const { core, fake, clock, passAnnouncement, announced } = await renderAnnounced();
  core.terminal.setFilter({
    query: { pattern: 'alarm', isRegex: false, isCaseSensitive: false },
    isInverted: false,
    directions: ['sent', 'received', 'system'],
  });
  await clock.advance(1_000);
  fake.device.send('noise\r\nalarm 7\r\nmore noise\r\n');
  await passAnnouncement();
  await expect.poll(() => announced().text).toBe('received alarm 7');
});

test('[PAGE-210] a line is announced again when it is received again', async () => {
  const { fake, passAnnouncement, announced } = await renderAnnounced();
  fake.device.send('hello\r\n');
  await passAnnouncement();
  await expect.poll(() => announced().text).toBe('received hello');
  const { element } = announced();
  fake.device.send('hello\r\n');
  await passAnnouncement();
  await expect.poll(() => announced().element).not.toBe(element);
  expect(announced().text).toBe('received hello');
});
