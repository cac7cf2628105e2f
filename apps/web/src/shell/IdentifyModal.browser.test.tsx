import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  DEFAULT_PORT_OPTIONS,
  parseHexText,
  type IdentifyEnd,
  type PortOptions,
} from '@batbot/core';
import {
  identifyPlan,
  loadAllBuiltIn,
  PROFILE_2_FILE,
  profileOfFields,
} from '@batbot/core/profiles';
import { firstOptions } from '../testing/first-options.fixture.ts';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { IdentifyDevice } from '../screens/controls/IdentifyDevice.tsx';
import { IdentifyModal } from '../screens/controls/IdentifyModal.tsx';
import { SerialControl } from './SerialControl.tsx';
import { ProfileRate } from './ProfileRate.tsx';

const PROFILES = await loadAllBuiltIn();
const PLAN = identifyPlan(PROFILES);
const JBD_AT = PLAN.findIndex(({ profileId }) => profileId === 'jbd');

/** Renders the modal with an identification whose progress and end the test controls. */
const identify = async () => {
  const runs: ((index: number) => void)[] = [];
  let settle: (end: IdentifyEnd) => void = () => undefined;
  const run = (onStep: (index: number) => void) => {
    runs.push(onStep);
    const ended = new Promise<IdentifyEnd>((resolve) => {
      settle = resolve;
    });
    return {
      ended,
      stop: () => settle({ kind: 'stopped' }),
      release: () => undefined,
    };
  };
  const onUse = vi.fn<(profileId: string) => void>();
  const { screen } = await renderScreen(
    <IdentifyModal plan={PLAN} run={run} onUse={onUse} onClose={() => undefined} />,
  );
  const probes = screen.getByRole('list', { name: 'Probes' }).getByRole('listitem');
  return {
    screen,
    runs,
    onUse,
    end: (end: IdentifyEnd) => settle(end),
    states: (): readonly (string | undefined)[] =>
      probes.elements().flatMap(({ dataset }) => dataset['state'] ?? []),
    status: screen.getByRole('status'),
    start: () => screen.getByRole('button', { name: 'Start' }).click(),
  };
};

test('[OBD-264] every probe is listed with its device, line and exact bytes; nothing is sent before Start', async () => {
  const { screen, runs, states } = await identify();
  const list = screen.getByRole('list', { name: 'Probes' });
  await expect.element(list).toHaveTextContent('JBD / Xiaoxiang / Overkill BMS9600 baud, 8N1');
  await expect.element(list.getByText('DD A5 03 00 FF FD 77')).toBeInTheDocument();
  await expect.element(list.getByText('~20004642E00200FD37·').first()).toBeInTheDocument();
  await expect.element(list.getByText('Listens only: nothing is sent.')).toBeInTheDocument();
  expect(states()).toEqual(PLAN.map(() => 'waiting'));
  expect(runs).toEqual([]);
});

test('[OBD-265] the modal shows the progress, stops at the first certain answer and offers the profile', async () => {
  const { screen, runs, end, states, status, start, onUse } = await identify();
  await start();
  runs[0]?.(JBD_AT);
  await expect
    .element(status)
    .toHaveTextContent(`Probe ${JBD_AT + 1} of ${PLAN.length}: JBD / Xiaoxiang / Overkill BMS…`);
  expect(states().slice(0, JBD_AT + 2)).toEqual([
    ...PLAN.slice(0, JBD_AT).map(() => 'silent'),
    'trying',
    'waiting',
  ]);
  end({ kind: 'found', index: JBD_AT });
  await expect
    .element(status)
    .toHaveTextContent(
      'Answered: JBD / Xiaoxiang / Overkill BMS, at 9600 baud, 8N1. The port stays open at this rate.',
    );
  await screen.getByRole('button', { name: 'Use this profile' }).click();
  expect(onUse).toHaveBeenCalledExactlyOnceWith('jbd');
});

test('[OBD-265] without any answer, the modal reports that and offers to try again', async () => {
  const { screen, runs, end, states, status, start } = await identify();
  await start();
  runs[0]?.(PLAN.length - 1);
  end({ kind: 'none' });
  await expect.element(status).toHaveTextContent('No device answered: none of the 16 kinds above');
  expect(new Set(states())).toEqual(new Set(['silent']));
  expect(screen.getByRole('button', { name: 'Use this profile' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(runs).toHaveLength(2);
});

test('[OBD-265] the Stop button ends the identification', async () => {
  const { screen, runs, status, start } = await identify();
  await start();
  runs[0]?.(1);
  await screen.getByRole('button', { name: 'Stop' }).click();
  await expect.element(status).toHaveTextContent('Stopped.');
});

test('[OBD-266] a profile is found by typing, in one list with the default and "Listen only"', async () => {
  const { core, screen } = await renderScreen(<SerialControl />, { isConnected: true });
  await screen.getByRole('button', { name: /Fake device/ }).click();
  const field = screen.getByRole('combobox', { name: 'Profile' });
  await field.click();
  for (const name of ['Default (AT+ADATA)', 'Listen only']) {
    await expect.element(page.getByTitle(name).last()).toBeInTheDocument();
  }
  await field.fill('daly');
  await page.getByTitle('Daly BMS, UART or RS485').click();
  await expect
    .poll(() => core.profileChoice.state$.value)
    .toMatchObject({ kind: 'chosen', profile: { id: 'daly-uart' } });
});

test('[OBD-267] a profile with another baud rate or parity offers to reopen the port', async () => {
  const [jbd] = PROFILES.filter(({ id }) => id === 'jbd');
  if (jbd === undefined) throw new Error('the profile of JBD is missing');
  const reopenAt = vi.fn<(rate: number) => Promise<{ ok: boolean }>>(() =>
    Promise.resolve({ ok: true }),
  );
  const rate = (baudRate: number, options: PortOptions = DEFAULT_PORT_OPTIONS) => (
    <ProfileRate profile={jbd} baudRate={baudRate} options={options} reopenAt={reopenAt} />
  );
  const { screen } = await renderScreen(rate(115_200));
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('uses 9600 baud; the port is open at 115200.');
  await screen.getByRole('button', { name: 'Reopen at 9600' }).click();
  expect(reopenAt).toHaveBeenCalledExactlyOnceWith(9_600);
  await screen.unmount();
  const other = await renderScreen(rate(9_600));
  expect(other.screen.getByRole('alert').elements()).toEqual([]);
  await other.screen.unmount();
  const even = await renderScreen(rate(9_600, { ...DEFAULT_PORT_OPTIONS, parity: 'even' }));
  await expect
    .element(even.screen.getByRole('alert'))
    .toHaveTextContent('uses 9600 baud, 8N1; the port is open at 9600, 8E1.');
  await even.screen.getByRole('button', { name: 'Reopen at 9600, 8N1' }).click();
  expect(reopenAt).toHaveBeenLastCalledWith(9_600);
});

test('[OBD-264][OBD-265] an identification started in the device panel identifies the connected device by its answer', async () => {
  const { screen, fake, clock, core } = await renderScreen(<SerialControl />, {
    isConnected: true,
  });
  const step = PLAN[JBD_AT];
  const vector = PROFILES.find(({ id }) => id === 'jbd')?.tests[0];
  const answer = parseHexText(vector?.bytes.replace('hex:', '') ?? '');
  fake.device.onWrite((bytes) => {
    if (answer.ok && step?.sends[0]?.toString() === bytes.toString()) {
      fake.device.send(answer.value);
    }
  });
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await screen.getByRole('button', { name: 'Identify the device…' }).click();
  await screen.getByRole('button', { name: 'Start' }).click();
  for (let passed = 0; passed < 6_000; passed += 100) await clock.advance(100);
  await expect
    .element(screen.getByText('Answered: JBD / Xiaoxiang / Overkill BMS, at 9600 baud, 8N1.'))
    .toBeVisible();
  expect(core.link.connection$.value).toMatchObject({ kind: 'connected', baudRate: 9_600 });
  expect(core.link.isIdentifying$.value).toBe(true);
  fake.device.forgetWritten();
  await screen.getByRole('button', { name: 'Use this profile' }).click();
  await expect.poll(() => core.link.isIdentifying$.value).toBe(false);
  await clock.advance(5_000);
  expect(fake.device.writtenText()).not.toContain('AT+');
});

test('[OBD-368] if no probe is answered, a device with a profile can be read by the default again', async () => {
  const { screen, core, fake, clock } = await renderScreen(<SerialControl />, {
    isConnected: true,
  });
  const identifyInPanel = async (): Promise<void> => {
    await screen.getByRole('button', { name: 'Identify the device…' }).click();
    await screen.getByRole('button', { name: 'Start' }).click();
    await expect.element(screen.getByText(/^Probe 1 of/)).toBeVisible();
    while (core.link.isIdentifying$.value) await clock.advance(500);
    await expect.element(screen.getByText(/^No device answered/)).toBeVisible();
  };
  const useDefault = screen.getByRole('button', { name: 'Use the default (AT+ADATA)' });
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await identifyInPanel();
  expect(useDefault.query()).toBe(null);
  await userEvent.keyboard('{Escape}');
  await core.profileChoice.choose('jbd');
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await identifyInPanel();
  fake.device.forgetWritten();
  await useDefault.click();
  await expect.poll(() => core.profileChoice.state$.value.kind).toBe('default');
  await clock.advance(5_000);
  expect(fake.device.writtenText()).toContain('AT+ADATA');
});

test('[OBD-264] a dialog says that the profiles could not be loaded, and can be closed', async () => {
  const onClose = vi.fn<() => void>();
  const load = () => Promise.reject(new Error('offline'));
  await renderScreen(<IdentifyDevice load={load} onClose={onClose} />);
  const dialog = page.getByRole('dialog', { name: 'Identify the device' });
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The profiles could not be loaded. Reload the page to try again.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('[OBD-273] the device panel reports a profile that cannot be loaded and what to do', async () => {
  const { core, screen } = await renderScreen(<SerialControl />, { isConnected: true });
  void core.profileChoice.choose('gone');
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent(
      'The profile could not be loaded: there is no profile gone. Nothing is sent to the device. Choose a profile again; if that fails, reload the page.',
    );
  await screen.getByRole('combobox', { name: 'Profile' }).fill('Default');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'Profile' })).toBeVisible();
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('[OBD-266] the list of profiles is complete when it opens in the device panel', async () => {
  const { screen } = await renderScreen(<SerialControl />, { isConnected: true });
  await screen.getByRole('button', { name: /Fake device/ }).click();
  const field = screen.getByRole('combobox', { name: 'Profile' });
  await expect.element(field).toBeVisible();
  await vi.dynamicImportSettled();
  const rows = firstOptions();
  await field.click();
  expect(await rows).toContain('JBD');
});

test('[OBD-285] a profile of the user can be chosen in the device panel', async () => {
  const { core, screen } = await renderScreen(<SerialControl />, { isConnected: true });
  const soc = { to: 'soc', unit: '%', scale: 1 } as const;
  const text = PROFILE_2_FILE.format(profileOfFields('Workshop', { soc }));
  await core.ownProfiles.save('Workshop', text);
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await screen.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByTitle('Workshop (yours)').click();
  await expect
    .poll(() => core.profileChoice.state$.value)
    .toMatchObject({
      kind: 'chosen',
      profile: { id: 'Workshop' },
    });
});

test('[PAGE-333] a long profile name is cut in the device panel, and does not reach over its edge', async () => {
  const { screen } = await renderScreen(<SerialControl />, { isConnected: true });
  await screen.getByRole('button', { name: /Fake device/ }).click();
  await screen.getByRole('combobox', { name: 'Profile' }).fill('Victron');
  const name = 'Victron VE.Direct text (BMV, SmartShunt, MPPT)';
  await page.getByTitle(name).last().click();
  await expect.element(page.getByTitle(name).first()).toBeVisible();
  const panel = document.querySelector('.device-panel');
  expect(panel?.scrollWidth).toBe(panel?.clientWidth);
});
