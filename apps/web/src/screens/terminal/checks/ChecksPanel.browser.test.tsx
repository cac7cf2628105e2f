import { useState } from 'react';
import type { CDPSession } from '@vitest/browser-playwright';
import { cdp, userEvent } from 'vitest/browser';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen, type ScreenOptions } from '../../../testing/render-screen.fixture.tsx';
import { CheckStrip } from './CheckBadge.tsx';
import { ChecksPanel } from './ChecksPanel.tsx';

/** Renders the panel with a connected device at rest and starts a check. */
const started = async (name: string, panel = <ChecksPanel />, options: ScreenOptions = {}) => {
  const rig = await renderScreen(panel, {
    isConnected: true,
    path: '/mainpage/terminal',
    ...options,
  });
  const { pack, screen, clock } = rig;
  pack.current = 2;
  await screen.getByRole('button', { name: `Start ${name}` }).click();
  await clock.advance(3_000);
  return {
    ...rig,
    button: (text: string) => screen.getByRole('button', { name: text, exact: true }),
  };
};

describe('a check', () => {
  test('[TERM-217] a check shows one step at a time, focuses its control, and can be done with the keyboard alone', async () => {
    const { screen, clock, button } = await started('Incoming inspection');
    await expect.element(screen.getByText('Step 1 of 10', { exact: true })).toBeVisible();
    await expect.element(button('Yes')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Done')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Send ATI')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await clock.advance(200);
    await expect.element(screen.getByLabelText('Previous reply')).toHaveTextContent('SN:A1');
    await expect.element(button('Yes')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByLabelText('Multimeter, V')).toHaveFocus();
    await userEvent.keyboard('abc');
    await expect.element(screen.getByText(/“abc” is not a number/)).toBeVisible();
    await expect.element(button('Done')).toHaveAttribute('aria-disabled', 'true');
    await screen.getByLabelText('Multimeter, V').fill('13,2');
    await expect.element(screen.getByText('Expected 12.95–13.48 V')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Starts by itself in 3 s')).toBeVisible();
    await expect.element(button('Measure')).toHaveFocus();
  });

  test('[TERM-233] the next step of a check is scrolled into view, also while the focus is elsewhere', async () => {
    const { screen, clock, core, button } = await started(
      'Incoming inspection',
      <>
        <input aria-label="Elsewhere" />
        <div data-testid="drawer" style={{ height: 260, overflow: 'auto' }}>
          <div>
            <ChecksPanel />
          </div>
        </div>
      </>,
    );
    const drawer = screen.getByTestId('drawer').element();
    await button('Yes').click();
    await expect.element(button('Done')).toHaveFocus();
    drawer.scrollTo({ top: 1_000 });
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Send ATI')).toHaveFocus();
    await expect.element(screen.getByText('Step 3 of 10', { exact: true })).toBeInViewport();
    drawer.scrollTo({ top: 1_000 });
    await screen.getByLabelText('Elsewhere').click();
    core.procedures.checks.begin(2);
    await clock.advance(200);
    await expect.element(screen.getByText('Step 4 of 10', { exact: true })).toBeInViewport();
    await expect.element(screen.getByLabelText('Elsewhere')).toHaveFocus();
  });

  test('[TERM-227] an unfinished value is there again after a halt and when the panel opens again', async () => {
    const Closable = () => {
      const [isOpen, setOpen] = useState(true);
      return (
        <>
          <button type="button" onClick={() => setOpen(!isOpen)}>
            Panel
          </button>
          {isOpen && <ChecksPanel />}
        </>
      );
    };
    const { screen, clock, pack, button } = await started('Incoming inspection', <Closable />);
    await button('Yes').click();
    await button('Done').click();
    await button('Send ATI').click();
    await clock.advance(200);
    await button('Yes').click();
    const field = screen.getByLabelText('Multimeter, V');
    await field.fill('13,');
    pack.current = 1_240;
    await clock.advance(4_000);
    await expect.element(screen.getByText(/^Halted: current is 12.40\u202FA/)).toBeVisible();
    await button('Panel').click();
    await expect.element(screen.getByText(/^Halted:/)).not.toBeInTheDocument();
    pack.current = 2;
    await clock.advance(4_000);
    await button('Panel').click();
    await button('Resume this step').click();
    await expect.element(field).toHaveValue('13,');
  });

  test('[TERM-217] [TERM-202] [PAGE-214] a disabled control keeps the focus and is described by its reason, which is visible once', async () => {
    const { screen, clock, pack, button } = await started('Incoming inspection');
    pack.current = 1_240;
    await clock.advance(4_000);
    const halted = screen.getByText('Halted: current is 12.40 A, must be −1 to 1 A.');
    await expect.element(halted).toBeVisible();
    await expect
      .element(screen.getByText('Commands are blocked until you resume the step.'))
      .toBeVisible();
    await expect.element(screen.getByText('Conditions: 1 of 7 not met')).toBeVisible();
    const resume = button('Resume this step');
    await expect.element(resume).toHaveFocus();
    await expect.element(resume).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(resume)
      .toHaveAccessibleDescription(/Waiting: current is 12.40 A, must be −1 to 1 A/);
    const waiting = screen.getByText(/^▲ Waiting: /);
    expect(waiting.element().classList).toContain('visually-hidden'); // PAGE-214
    pack.current = 1_000;
    await clock.advance(4_000);
    await expect.element(waiting).toHaveTextContent('Waiting: current is 10.00 A');
    expect(waiting.element().classList).not.toContain('visually-hidden');
    pack.current = 2;
    await clock.advance(4_000);
    await expect.element(screen.getByText('All conditions are met again.')).toBeVisible();
    await expect.element(screen.getByText('Conditions: all met')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Yes')).toHaveFocus();
  });

  test('[TERM-206] while the device is unplugged, the conditions say so, and the check cannot be resumed', async () => {
    const { screen, clock, fake, button } = await started('Incoming inspection');
    const condition = screen
      .getByRole('list', { name: 'Conditions' })
      .getByRole('listitem')
      .filter({ hasText: 'Device: ' });
    await expect.element(condition).toHaveTextContent('✓ Met: Device: connected');
    fake.unplug();
    await clock.advance(3_000);
    await expect.element(screen.getByText(/^Halted: /)).toBeVisible();
    await expect.element(condition).toHaveTextContent('✕ Not met: Device: unplugged');
    await expect.element(button('Resume this step')).toHaveAttribute('aria-disabled', 'true');
  });

  test('[TERM-223] measuring steps start one after the other, unless Hold stops the next one', async () => {
    const { screen, clock, core, button } = await started('Cell balance at rest');
    await button('Done').click();
    await button('Hold').click();
    await clock.advance(20_000);
    await expect.element(screen.getByText('Step 2 of 5', { exact: true })).toBeVisible();
    await button('Measure').click();
    await expect.element(button('Measuring…')).toBeVisible();
    for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
    expect(core.procedures.checks.run$.value?.phase).toEqual({ kind: 'ended', end: 'passed' });
  });

  test('[TERM-218] [PAGE-260] a check ends with a report, which offers Print first, names the quantity of each step, and has the brand on paper', async () => {
    const address = { companyName: '', contactEmail: '', address: '', websiteUrl: '' };
    const config = { brand: { name: 'Voltcare', ...address } };
    const { screen, clock, button } = await started('Cell balance at rest', undefined, { config });
    await button('Done').click();
    for (let second = 0; second < 80; second += 1) await clock.advance(1_000);
    const report = screen.getByRole('region', { name: 'Report of Cell balance at rest' });
    await expect.element(report.getByText(/^.? ?Passed, \w{3} \d+, \d{4}/)).toBeVisible();
    await expect.element(report.getByRole('button').first()).toHaveTextContent('Print');
    await expect
      .element(
        report.getByText('Cell spread 2 mV (cells 1 and 2), stable for 10 s · expected ≤ 30 mV'),
      )
      .toBeVisible();
    await expect.element(report.getByText('Lowest temperature ≥ 0 °C')).toBeVisible();
    const sheet = document.querySelector('.report-sheet');
    expect(sheet?.textContent).toMatch(/^Voltcare check report/);
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await button('Copy as text').click();
    copying.mockRestore();
    await expect
      .element(report.getByText('The browser refused to copy. Save or print it instead.'))
      .toBeVisible();
    await button('Close report').click();
    await expect
      .element(screen.getByRole('button', { name: /Cell balance at rest Passed/ }))
      .toBeVisible();
  });

  test('[PAGE-315] the conditions in a printed report of a check are not divided over two pages', async () => {
    const { core } = await started('Incoming inspection');
    core.procedures.checks.stop();
    const lists = () => document.querySelectorAll('.report-sheet h4 + ul');
    await expect.poll(() => lists().length).toBeGreaterThan(0);
    const session: CDPSession = cdp();
    await session.send('Emulation.setEmulatedMedia', { media: 'print' });
    onTestFinished(async () => {
      await session.send('Emulation.setEmulatedMedia', { media: '' });
    });
    for (const list of lists()) expect(getComputedStyle(list).breakInside).toBe('avoid');
  });

  test('[TERM-212] a report that the storage refuses is shown as not saved', async () => {
    const { screen, core, storage } = await started('Incoming inspection');
    storage.refuse('full');
    core.procedures.checks.stop();
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent(/^The latest report is kept until you close the page: save it as JSON\./);
  });

  test('[TERM-210] a check is stopped after a confirmation, which Escape cancels', async () => {
    const { screen, core, button } = await started('Incoming inspection');
    await button('Stop check…').click();
    await expect.element(button('Stop check')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Stop check')).not.toBeInTheDocument();
    expect(core.procedures.checks.run$.value?.phase.kind).toBe('working');
    await button('Stop check…').click();
    await button('Stop check').click();
    await expect
      .element(screen.getByText('Stopped by the user.', { exact: true }).first())
      .toBeVisible();
  });
});

test('[TERM-222] another tab shows the check, its halt and a link to it', async () => {
  const { core, screen, clock, pack } = await renderScreen(<CheckStrip isShown />, {
    isConnected: true,
  });
  await core.procedures.checks.start('Incoming inspection');
  await expect.element(screen.getByText('Step 1 of 10, Case and connectors')).toBeVisible();
  pack.answers = false;
  await clock.advance(20_000);
  await expect.element(screen.getByRole('link', { name: 'Go to the check' })).toBeVisible();
  core.procedures.checks.stop();
  await expect
    .element(screen.getByRole('link', { name: 'Go to the check' }))
    .not.toBeInTheDocument();
});

test('[TERM-219] [TERM-200] without a device no check can start, and the error of an invalid file is described', async () => {
  const { screen } = await renderScreen(<ChecksPanel />, { path: '/mainpage/terminal' });
  await expect.element(screen.getByText('Connect a device to start a check.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start Charge test' })).toBeDisabled();
  await userEvent.upload(screen.getByLabelText('File with checks'), new File(['{'], 'c.json'));
  await expect
    .element(screen.getByText('Nothing imported. The file is not valid JSON.'))
    .toBeVisible();
});
