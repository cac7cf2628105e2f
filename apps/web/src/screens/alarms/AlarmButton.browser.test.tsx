import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AlarmButton } from './AlarmButton.tsx';

test('[OBD-136] Escape closes the form of limits and returns the focus to its button', async () => {
  const { screen } = await renderScreen(<AlarmButton />);
  const button = screen.getByRole('button', { name: /^Limits|^Alarms/ });
  await button.click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('[OBD-161] with an alarm, the chip opens the list of alarms with Acknowledge, and the list opens the form', async () => {
  const { screen, core, clock } = await renderScreen(<AlarmButton />, { isConnected: true });
  core.alarms.save({
    ...core.alarms.plan$.value,
    limits: [{ quantity: 'stateOfCharge', side: 'low', value: 90 }],
  });
  const chip = screen.getByRole('button', { name: /^(?:Limits|\d+ (?:limit|alarm))/ });
  await clock.advance(8_000);
  await expect.element(chip).toHaveTextContent('1 alarm');
  await chip.click();
  const panel = screen.getByRole('dialog', { name: 'Alarms and limits' });
  await expect.element(panel).toHaveTextContent('State of charge: 78.5');
  const acknowledge = panel.getByRole('button', { name: 'Acknowledge all' });
  await expect.element(acknowledge).toHaveFocus();
  await acknowledge.click();
  expect(core.alarms.raised$.value.map(({ kind }) => kind)).toEqual(['acknowledged']);
  await expect.element(chip).toHaveFocus();
  await chip.click();
  await panel.getByRole('button', { name: 'Edit limits…' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Alarm limits' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(chip).toHaveFocus();
});

test('[PAGE-226] on a phone, the list of alarms is inside the page, wherever its button is', async () => {
  await page.viewport(390, 844);
  for (const left of [0, 140, 330]) {
    const { screen, core } = await renderScreen(
      <div style={{ marginLeft: left }}>
        <AlarmButton />
      </div>,
    );
    core.alarms.save({
      ...core.alarms.plan$.value,
      limits: [{ quantity: 'stateOfCharge', side: 'low', value: 90 }],
    });
    await screen.getByRole('button', { name: /not monitored/ }).click();
    const panel = screen.getByRole('dialog', { name: 'Alarms and limits' });
    await expect.element(panel).toBeVisible();
    await expect
      .poll(() => {
        const box = panel.element().getBoundingClientRect();
        return [box.left >= 0, box.right <= 390];
      })
      .toEqual([true, true]);
    await screen.unmount();
  }
});

test('[OBD-128] [OBD-121] [OBD-122] [OBD-136] limits apply only after Save; they are checked, kept as a draft, exported and imported', async () => {
  const { screen, core } = await renderScreen(<AlarmButton />, { isConnected: true });
  const chip = screen.getByRole('button', { name: /^(?:Limits|\d+ (?:limit|alarm))/ });
  const form = screen.getByRole('dialog', { name: 'Alarm limits' });
  const button = (name: string) => form.getByRole('button', { name, exact: true });
  const low = form.getByRole('textbox', { name: 'Cell voltage, low limit, V' });
  await chip.click();
  await button('NMC').click();
  await expect.element(low).toHaveValue('3');
  await low.fill('4,3');
  await button('Save').click();
  await expect
    .element(form.getByRole('alert'))
    .toHaveTextContent(
      'Cell voltage, low limit must be at least 0.02 V below the high limit of 4.25 V.',
    );
  await expect.element(low).toHaveFocus();
  await low.fill('3,1');
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  await button('Export').click();
  const file = made.mock.lastCall?.[0];
  made.mockRestore();
  await button('Cancel').click();
  expect(core.alarms.plan$.value.limits).toEqual([]);
  await expect.element(chip).toHaveFocus();

  await chip.click();
  await expect.element(form.getByText('Unsaved changes are kept as a draft.')).toBeVisible();
  await expect.element(low).toHaveValue('3,1');
  await button('Discard changes').click();
  await expect.element(low).toHaveValue('');
  const text = file instanceof Blob ? await file.text() : '';
  await form.getByLabelText('Alarm limits file').upload(new File([text], 'limits.json'));
  await expect.element(low).toHaveValue('3.1');
  expect(core.alarms.plan$.value.limits).toEqual([]);
  await button('Save').click();
  await expect.element(chip).toHaveTextContent(/^.?6 limits/);
  await expect.element(chip).toHaveFocus();
  expect(core.alarms.plan$.value.limits).toContainEqual({
    quantity: 'cellVoltage',
    side: 'low',
    value: 3.1,
  });
});

test('in a window 800 px high, the choices, Discard and Save of the form are visible', async () => {
  const { screen } = await renderScreen(<AlarmButton />);
  await screen.getByRole('button', { name: 'Limits: none' }).click();
  const form = screen.getByRole('dialog', { name: 'Alarm limits' });
  await form.getByRole('textbox', { name: 'Cell voltage, low limit, V' }).fill('9,9');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('must be a number');
  for (const last of [
    form.getByRole('checkbox', { name: /^Browser notification/ }),
    form.getByRole('button', { name: 'Discard changes' }),
    form.getByRole('button', { name: 'Save' }),
  ]) {
    const box = last.element().getBoundingClientRect();
    expect(box.bottom).toBeLessThanOrEqual(800);
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    expect(last.element().contains(top) || top?.contains(last.element())).toBe(true);
  }
});
