import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startSimulator } from '@batbot/simulator';
import { expect } from 'vitest';
import type { App } from './app.ts';
import { soon, startSpecBench, type SpecBench } from './spec-bench.ts';

export const ESC = '\u001b';
/** What the device says to each command; the log gets exactly this. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'AT+VB=1': [],
  COUNT: Array.from({ length: 60 }, (_, index) => `line ${index + 1} of sixty`),
  COLOURS: [`${ESC}[31mred${ESC}[0m and ${ESC}[1;92mgreen`, `${ESC}[c${ESC}[6n${ESC}[5nasked`],
  LINKS: ['see https://example.com/fw?v=2, or javascript:alert(1) or data:text/html,x'],
  MORE: ['one more', 'and another'],
};
const recording = Object.entries(ANSWERS).flatMap(([command, lines], index) => {
  const [ms, transport] = [index * 1_000, ''];
  const text = [...lines, 'OK', ''].join('\r\n');
  return [
    { direction: 'in' as const, ms, transport, text: `${command}\r\n` },
    { direction: 'out' as const, ms: ms + 5, transport, text },
  ];
});

/** The terminal on a device that says what it is told to say. */
export interface LogBench extends Pick<SpecBench, 'inApp' | 'close'> {
  /** In the terminal, connected. */
  readonly inTerminal: (work: (app: App) => Promise<void>) => Promise<void>;
  /** Everything that ever went out to the device. */
  readonly sent: () => Promise<string>;
}

export const startLogBench = async (): Promise<LogBench> => {
  const record = join(tmpdir(), `batbot-log-${process.pid}.jsonl`);
  const device = await startSimulator({
    ws: 0,
    record,
    replay: { recording, mode: 'command', speed: 1 },
  });
  const bench = await startSpecBench({ simulatedDeviceUrl: device.wsUrl ?? '' }).catch(
    async (problem: unknown) => {
      await device.close();
      throw problem;
    },
  );
  return {
    inApp: bench.inApp,
    inTerminal: (work) =>
      bench.inApp(
        async (app) => {
          await app.login('ada');
          await app.tab('Terminal', 'terminal');
          await app.connect('Simulated device');
          await app.log.getByText('Connected', { exact: true }).waitFor();
          await work(app);
        },
        { context: { permissions: ['clipboard-read', 'clipboard-write'] } },
      ),
    sent: async () =>
      (await readFile(record, 'utf8'))
        .split('\n')
        .filter((line) => line.includes('"dir":"tx"'))
        .map((line) => (JSON.parse(line) as { hex: string }).hex) // a line of a capture, as just asked
        .map((hex) => Buffer.from(hex, 'hex').toString())
        .join(''),
    close: async () => {
      await bench.close();
      await device.close();
    },
  };
};

/** Sends a command and waits for the end of its answer: the last line shown. */
export const ask = async (app: App, command: string): Promise<void> => {
  await app.type(command);
  const newest = app.log.locator('[data-entry]').last();
  await newest.getByText('OK', { exact: true }).waitFor();
  await expect.poll(() => app.log.innerText(), soon).toContain(ANSWERS[command]?.at(-1)?.slice(-5));
};

export const row = (app: App, text: string): Locator =>
  app.log.locator('[data-entry]').filter({ hasText: text }).last();

/** Chooses something from the log's menu. */
export const choose = async ({ page }: App, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Log menu' }).click();
  await page.getByRole('button', { name: item }).click();
};

/** What the file holds that this item of the menu saves. */
export const saved = async (app: App, item: string): Promise<string> => {
  const coming = app.page.waitForEvent('download');
  await choose(app, item);
  return readFile(await (await coming).path(), 'utf8');
};

/** The name of what has the focus. */
export const focused = ({ page }: App): Promise<string> =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
