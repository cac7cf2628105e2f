import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import type { App } from './app.ts';

export const ESC = '\u001b';
/** The scripted device's replies to each command. The log receives exactly these lines. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  'AT+VB=1': [],
  COUNT: Array.from({ length: 60 }, (_, index) => `line ${index + 1} of sixty`),
  COLOURS: [`${ESC}[31mred${ESC}[0m and ${ESC}[1;92mgreen`, `${ESC}[c${ESC}[6n${ESC}[5nasked`],
  LINKS: ['see https://example.com/fw?v=2, or javascript:alert(1) or data:text/html,x'],
  MORE: ['one more', 'and another'],
};
/** The replies as a recording that the simulator replays. */
export const recording = Object.entries(ANSWERS).flatMap(([command, lines], index) => {
  const [ms, transport] = [index * 1_000, ''];
  const text = [...lines, 'OK', ''].join('\r\n');
  return [
    { direction: 'in' as const, ms, transport, text: `${command}\r\n` },
    { direction: 'out' as const, ms: ms + 5, transport, text },
  ];
});

/** Sends a command and waits until the last line of its reply is shown. */
export const ask = async (app: App, command: string): Promise<void> => {
  await app.type(command);
  const newest = app.log.locator('[data-entry]').last();
  await newest.getByText('OK', { exact: true }).waitFor();
  await expect.poll(() => app.log.innerText()).toContain(ANSWERS[command]?.at(-1)?.slice(-5));
};

export const row = (app: App, text: string): Locator =>
  app.log.locator('[data-entry]').filter({ hasText: text }).last();

/** Selects an item of the log's menu. */
export const choose = async ({ page }: App, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Log menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Selects an option of a select. */
export const pick = async (choice: Locator, option: string): Promise<void> => {
  await choice.click();
  await choice
    .page()
    .locator('.ant-select-dropdown:visible')
    .getByTitle(option, { exact: true })
    .click();
};

/** Returns the content of the file that this menu item saves. */
export const saved = async (app: App, item: string): Promise<string> => {
  const coming = app.page.waitForEvent('download');
  await choose(app, item);
  return readFile(await (await coming).path(), 'utf8');
};

/** Returns the accessible name or the text of the element that has the focus. */
export const focused = ({ page }: App): Promise<string> =>
  page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
