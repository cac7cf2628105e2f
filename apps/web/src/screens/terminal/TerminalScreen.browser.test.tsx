import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { TerminalScreen } from './TerminalScreen.tsx';

const LINES = Array.from({ length: 60 }, (_, index) => `line ${index + 1} of sixty\r\n`);

const renderTerminal = async (options: ScreenOptions = {}) => {
  const rendered = await renderScreen(
    <div style={{ height: '600px', display: 'grid' }}>
      <TerminalScreen />
    </div>,
    {
      path: '/mainpage/terminal',
      isConnected: true,
      replies: { COUNT: [...LINES, 'OK\r\n'].join('') },
      ...options,
    },
  );
  const { screen, clock } = rendered;
  const log = screen.getByRole('log', { name: 'Terminal log' });
  const command = screen.getByLabelText('Command', { exact: true });
  await clock.advance(100);
  return {
    ...rendered,
    log,
    command,
    send: async (text: string) => {
      await command.fill(text);
      await userEvent.keyboard('{Enter}');
      await clock.advance(100);
    },
  };
};

const distanceToEnd = (log: Element): number => log.scrollHeight - log.clientHeight - log.scrollTop;

test('[TERM-180] a match in sight does not stop the log from following its end', async () => {
  const { send, screen, log } = await renderTerminal();
  await send('AT');
  await userEvent.keyboard('{Control>}f{/Control}');
  await screen.getByRole('textbox', { name: 'Find', exact: true }).fill('OK');
  await userEvent.keyboard('{Enter}{Escape}');
  await send('COUNT');
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
  await expect.poll(() => distanceToEnd(log.element())).toBeLessThan(2);
});

test('[TERM-180] the log follows its end again after Clear', async () => {
  const { send, log } = await renderTerminal();
  await send('COUNT');
  await userEvent.keyboard('{Control>}l{/Control}{Home}');
  await expect.element(log.getByText('line 1 of sixty')).toBeVisible();
  await userEvent.keyboard('{Control>}{Shift>}k{/Shift}{/Control}');
  await send('COUNT');
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
});

test('[TERM-180] a command of the user leads from any place of the log to its reply', async () => {
  const { send, log } = await renderTerminal();
  await send('COUNT');
  await userEvent.keyboard('{Control>}l{/Control}{Home}');
  await expect.element(log.getByText('line 1 of sixty')).toBeVisible();
  await send('COUNT');
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
  await expect.poll(() => distanceToEnd(log.element())).toBeLessThan(2);
});
