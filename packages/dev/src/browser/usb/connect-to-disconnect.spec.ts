import { expect, usbTest as test } from '../fixtures.ts';

test('[LINK-1] [LINK-19] [OBD-25] [OBD-27] [OBD-28] [RT-07] [PAGE-88] the user connects with one click, sends commands, watches live data and disconnects, over Web Serial on a real pty', async ({
  app,
  rig,
}) => {
  const { simulator } = rig.services;
  const { overlappingPolls } = simulator.state().counters; // of other tests with the same device
  /** Returns a function that returns the texts of the commands received by the device since this call. */
  const listen = (): (() => readonly string[]) => {
    const heard = rig.listen();
    return () => heard().map(({ text }) => text);
  };
  await rig.control('POST', 'scenario', { name: 'idle' }); // in this scenario, the values change little between the screen and the comparison
  await app.login('technician');
  await app.tab('Terminal', 'terminal');
  await expect(app.send).toBeDisabled();
  const said = listen();
  await app.connectButton.click();
  await app.log.getByText('Connected', { exact: true }).waitFor();
  await expect.poll(said).toEqual(['AT+VB=1']);
  await expect(app.baudRate).toBeDisabled();
  await expect(app.command).toBeFocused();
  for (const key of ['A', 'T', 'I', 'Enter']) await app.page.keyboard.press(key);
  await app.log.getByText(/HW:/).waitFor();
  await expect(app.command).toHaveValue('');
  expect(await app.log.innerText()).toMatch(/^([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3} +-> +ATI$/m);

  await app.format('Hex');
  await app.log.getByText(/48 57 3A/i).waitFor(); // "HW:"
  const sentInHex = listen();
  await app.type('41 54'); // "AT"
  await expect.poll(sentInHex).toContain('AT');
  await app.format('ASCII');

  const onHome = listen();
  await app.tab('Home', 'home');
  const polls = () => onHome().filter((text) => text === 'AT+ADATA').length;
  await expect.poll(polls).toBeGreaterThanOrEqual(2);
  expect(onHome().slice(0, 2)).toEqual(['AT+VB=0', 'AT+ADATA']);
  const shown = async (label: string): Promise<number> =>
    Number(/-?\d+(\.\d+)?/.exec((await app.value(label)).replace('−', '-'))?.[0]);
  const { pack } = simulator.state();
  expect(Math.abs((await shown('State of charge')) - pack.soc / 10)).toBeLessThan(1);
  expect(Math.abs((await shown('Pack voltage')) - pack.packMv / 1_000)).toBeLessThan(0.5);
  expect(Math.abs((await shown('Current')) - pack.current10mA / 100)).toBeLessThan(5);
  for (const [index, millivolts] of pack.cells.entries()) {
    const volts = await shown(`Cell ${index + 1}`);
    expect(Math.abs(volts - millivolts / 1_000)).toBeLessThan(0.05);
  }
  expect(simulator.state().counters.overlappingPolls).toBe(overlappingPolls);

  await app.tab('Terminal', 'terminal');
  await expect.poll(() => onHome().at(-1)).toBe('AT+VB=1');
  await expect(app.log).not.toContainText('AT+');
  await expect(app.log.getByText('Connected', { exact: true })).toHaveCount(1);
  await app.disconnect();
  await app.log.getByText('Disconnected', { exact: true }).waitFor();
  await expect(app.send).toBeDisabled();
  await app.logout();
});
