import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pick, renderTerminal } from '../render-terminal.fixture.tsx';

const atTransactions = async () => {
  const rendered = await renderTerminal();
  await rendered.press('Alt+t');
  const { screen } = rendered;
  const list = screen.getByRole('treegrid', { name: 'Transactions' });
  return { ...rendered, list, row: (name: RegExp) => list.getByRole('row', { name }) };
};

test('[TERM-141] [TERM-161] AT+ADATA has a row with latency, code and values, and Enter shows its bytes', async () => {
  const { send, screen, row, list } = await atTransactions();
  await send('AT+ADATA');
  await expect
    .element(row(/AT\+ADATA/))
    .toHaveTextContent(
      /AT\+ADATA\d+ ms✓ OK\d+\.\d\d V · 2\.0 A · SoC \d+\.\d % · 4 cells 3\.302–3\.304 V/,
    );
  list.element().focus();
  await userEvent.keyboard('{End}{Enter}');
  await expect.element(screen.getByText('Sent, 10 bytes')).toBeVisible();
  await expect.element(screen.getByText('41 54 2B 41 44 41 54 41 0D 0A')).toBeVisible();
  await expect.element(screen.getByText(/^\+ADATA: 1,/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('Sent, 10 bytes')).not.toBeInTheDocument();
  await screen.getByRole('searchbox', { name: 'Filter transactions' }).fill('nothing like it');
  await expect.element(screen.getByText('No transaction matches the filter.')).toBeVisible();
});

test('[TERM-142] [TERM-143] [TERM-177] a pending command, its timeout and its late reply are shown', async () => {
  const { send, screen, row, list, fake, clock, core } = await atTransactions();
  core.terminal.settings.change({ waitS: 0 });
  await send('AT');
  fake.device.onWrite(() => undefined);
  await send('ATI');
  await expect.element(row(/ATI/)).toHaveTextContent('● Running');
  await clock.advance(2_500);
  await expect.element(row(/ATI/)).toHaveTextContent('▲ Timeout');
  await expect.element(screen.getByText(/No answer to “ATI”\./)).toBeVisible();
  fake.device.send('HW:2.1\r\nOK\r\n');
  await clock.advance(1_500);
  await expect.element(row(/ATI/)).toHaveTextContent('▲ Timeout, late');
  await expect.element(screen.getByText(/Late reply to “ATI” after [\d.,]+\sm?s/)).toBeVisible();
  await expect.element(screen.getByText(/No answer to/)).not.toBeInTheDocument();
  await row(/ATI/).click();
  await expect.element(screen.getByText(/^Late, from .+, \d+ bytes$/)).toBeVisible();
  await pick('Result', 'Late replies');
  await expect
    .element(list.getByRole('gridcell', { name: 'AT', exact: true }))
    .not.toBeInTheDocument();
  await expect.element(list.getByRole('gridcell', { name: 'ATI', exact: true })).toBeVisible();
});

test('[TERM-176] Ctrl+A selects all transactions, and Ctrl+C copies one line for each', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { send, screen, press } = await atTransactions();
  await send('COUNT');
  await send('MORE');
  await press('Ctrl+l');
  await press('Ctrl+a');
  await press('Ctrl+c');
  await expect.element(screen.getByText('Copied', { exact: true })).toBeVisible();
  expect(copy.mock.lastCall?.[0]).toMatch(/^[\d:.]+\tCOUNT\t.*\n[\d:.]+\tMORE\t.*\n$/);
});

test('[TERM-188] the count says how many commands of the app are hidden', async () => {
  const { send, screen, core } = await atTransactions();
  await send('AT');
  const text = /^1 of \d+ commands \(\d+ app commands? hidden\)$/;
  await expect.element(screen.getByText(text)).toBeVisible();
  core.terminal.settings.change({ showBackground: true });
  await expect.element(screen.getByText(/^\d+ commands$/)).toBeVisible();
});
