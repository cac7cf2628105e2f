import type { App, Way } from './app.ts';
import { pick } from './terminal-log.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

test.describe('the port panel', () => {
  let rig: Rig;
  test.beforeEach(({ rig: fixture }) => {
    rig = fixture;
  });

  const counters = () => rig.services.simulator.state().counters;

  /** Connects on the terminal and opens the panel. */
  const atPanel = async (app: App, way: Way) => {
    await app.login('technician');
    await app.tab('Terminal', 'terminal');
    await app.connect(way);
    await app.page.getByRole('button', { name: 'Port', exact: true }).click();
    const panel = app.page.getByRole('complementary', { name: 'Port', exact: true });
    await panel.waitFor();
    return {
      panel,
      set: (line: 'DTR' | 'RTS', state: 'On' | 'Off') =>
        panel
          .getByRole('radiogroup', { name: line, exact: true })
          .getByText(state, { exact: true })
          .click(),
      input: (name: string, state: string) =>
        panel
          .getByRole('listitem')
          .filter({ hasText: `${name} ${state}` })
          .waitFor(),
      log: (text: string) => app.log.getByText(text, { exact: true }).last().waitFor(),
    };
  };

  test('[LINK-81] [LINK-82] [LINK-83] control lines and break reach the simulated device only when the user sets them', async ({
    app,
  }) => {
    const before = counters();
    const { panel, set, input, log } = await atPanel(app, 'Simulated device');
    for (const [name, state] of [
      ['CTS', 'on'],
      ['DSR', 'on'],
      ['DCD', 'off'],
      ['RI', 'off'],
    ] as const) {
      await input(name, state);
    }
    expect(counters().lineChanges).toBe(before.lineChanges);
    await set('RTS', 'Off');
    await log('RTS off');
    await input('CTS', 'off');
    await set('DTR', 'Off');
    await log('DTR off');
    await panel.getByRole('button', { name: 'Send break', exact: true }).click();
    await log('Break of 250 ms');
    expect(counters()).toMatchObject({
      lineChanges: before.lineChanges + 2,
      breaks: before.breaks + 1,
    });
    await app.disconnect();
    await app.connect('Simulated device');
    await input('CTS', 'on');
    await expect(panel.getByText('unchanged')).toHaveCount(2);
    expect(counters().lineChanges).toBe(before.lineChanges + 2);
  });

  test('[LINK-84] [SR-27] a port without control lines is reported in the panel and in the log, and stays connected', async ({
    app,
  }) => {
    const { panel, set } = await atPanel(app, 'USB serial');
    await panel.getByText(/does not report the device’s control lines/).waitFor();
    await set('DTR', 'Off');
    await panel.getByText(/^DTR: the port refused/).waitFor();
    await app.log.getByText(/^DTR off, not done: /).waitFor();
    await app.type('ATI');
    await app.log.getByText(/HW:/).last().waitFor();
  });

  test('[LINK-85] [LINK-87] port settings apply when the port is opened next, and are kept over a reload', async ({
    app,
  }) => {
    const { panel } = await atPanel(app, 'USB serial');
    await panel.getByText('Now: 8N1, buffer 64 KiB.').waitFor();
    await pick(panel.getByLabel('Stop bits'), '2');
    await pick(panel.getByLabel('Buffer'), '1 MiB');
    await panel.getByText('An open port cannot change').waitFor();
    await panel.getByRole('button', { name: 'Reconnect with these settings', exact: true }).click();
    await panel.getByText('Now: 8N2, buffer 1 MiB.').waitFor();
    await app.type('ATI');
    await app.log.getByText(/HW:/).last().waitFor();
    await app.page.reload();
    await app.connect();
    await app.page.getByRole('button', { name: 'Port', exact: true }).click();
    await panel.getByText('Now: 8N2, buffer 1 MiB.').waitFor();
  });
});
