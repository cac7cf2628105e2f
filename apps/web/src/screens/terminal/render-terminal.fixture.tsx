import { page, userEvent } from 'vitest/browser';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { TerminalScreen } from './TerminalScreen.tsx';

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1} of sixty\r\n`);

/** Renders the terminal as wide as the page, in virtual time, with functions that tests use. */
export const renderTerminal = async (options: ScreenOptions = {}) => {
  const rendered = await renderScreen(
    <div
      style={{ display: 'grid', height: '600px', gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)' }}
    >
      <TerminalScreen />
    </div>,
    {
      path: '/mainpage/terminal',
      isConnected: true,
      ...options,
      replies: {
        COUNT: [...LINES, 'OK\r\n'].join(''),
        MORE: 'one more\r\nand another\r\nOK\r\n',
        ...options.replies,
      },
    },
  );
  const { screen, clock, fake } = rendered;
  const command = screen.getByLabelText('Command', { exact: true });
  await clock.advance(100);
  return {
    ...rendered,
    log: screen.getByRole('log', { name: 'Terminal log' }),
    command,
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
    /** Presses keys such as `Alt+P`. */
    press: (keys: string) => {
      const names = keys.replace('Ctrl', 'Control').split('+');
      const key = names.pop() ?? '';
      const held = key.length === 1 ? key.toLowerCase() : `{${key}}`;
      const down = names.map((name) => `{${name}>}`).join('');
      return userEvent.keyboard(down + held + names.map((name) => `{/${name}}`).join(''));
    },
    send: async (text: string) => {
      await command.fill(text);
      await userEvent.keyboard('{Enter}');
      await clock.advance(100);
    },
    /** Returns the commands that the device received, without the app's own. */
    heard: (): readonly string[] =>
      fake.device
        .writes()
        .map((bytes) => new TextDecoder().decode(bytes).trim())
        .filter((text) => !text.startsWith('AT+VB=')),
  };
};

/** Pastes a text into the focused element. */
export const paste = (text: string): void => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
};

/** Creates a file with this text. */
export const fileOf = (text: string): File => new File([text], 'file.json');

/** Chooses an option of a select, which may be closed. */
export const pick = async (label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByTitle(option, { exact: true }).last().click();
};
