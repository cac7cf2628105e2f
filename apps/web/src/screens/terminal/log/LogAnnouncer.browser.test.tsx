import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderTerminal } from '../render-terminal.fixture.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const LINES = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}\r\n`);

/** Renders the terminal, with a function that lets an announcement be due and returns it with its element. */
const renderAnnounced = async () => {
  const rendered = await renderTerminal();
  const { clock } = rendered;
  const live = document.querySelector('.terminal [aria-live="polite"].visually-hidden');
  return {
    ...rendered,
    receiveForAnHour: async (): Promise<void> => {
      for (let from = 0; from < LINES.length; from += 500) {
        rendered.fake.device.send(LINES.slice(from, from + 500).join(''));
        await clock.advance(180_000);
        vi.advanceTimersByTime(1_500);
      }
    },
    announced: async () => {
      await clock.advance(200);
      vi.advanceTimersByTime(1_500);
      await new Promise(requestAnimationFrame); // React renders
      await new Promise(requestAnimationFrame);
      return { text: live?.textContent, element: live?.firstChild };
    },
  };
};

const SUMMARY = '10 000 new lines, the last: line 10000';
const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');

test('[PAGE-210] after an hour in a hidden tab, all lines are announced in one summary', async () => {
  const { receiveForAnHour, announced } = await renderAnnounced();
  await announced();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await receiveForAnHour();
  vi.restoreAllMocks();
  const { text } = await announced();
  expect(plain(text)).toBe(SUMMARY);
});

test('[PAGE-210] after an hour of pause, all lines are announced in one summary', async () => {
  const { core, receiveForAnHour, announced } = await renderAnnounced();
  const before = await announced();
  core.terminal.pause.pause();
  await receiveForAnHour();
  expect(await announced()).toEqual(before);
  core.terminal.pause.resume();
  const { text } = await announced();
  expect(plain(text)).toBe(SUMMARY);
});

test('[PAGE-210] lines that the filter hides are not announced', async () => {
  const { core, fake, clock, announced } = await renderAnnounced();
  core.terminal.setFilter({
    query: { pattern: 'alarm', isRegex: false, isCaseSensitive: false },
    isInverted: false,
    directions: ['sent', 'received', 'system'],
  });
  await clock.advance(1_000);
  fake.device.send('noise\r\nalarm 7\r\nmore noise\r\n');
  const { text } = await announced();
  expect(text).toBe('received alarm 7');
});

test('[PAGE-210] a line is announced again when it is received again', async () => {
  const { fake, announced } = await renderAnnounced();
  fake.device.send('hello\r\n');
  const first = await announced();
  expect(first.text).toBe('received hello');
  fake.device.send('hello\r\n');
  const second = await announced();
  expect(second.text).toBe('received hello');
  expect(second.element).not.toBe(first.element);
});
