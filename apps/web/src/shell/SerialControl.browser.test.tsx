import { Subject } from 'rxjs';
import { createLive, type Connection } from '@batbot/core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ServicesProvider } from '../react/core-context.tsx';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { SerialControl } from './SerialControl.tsx';
import { useDeviceChoice } from './use-device-choice.ts';

test('beside "Take over", the device chip shows the whole name of the device if it has little room', async () => {
  const { services, core, screen } = await renderScreen(<p>Users</p>);
  const connection: Connection = { kind: 'disconnected', cause: { kind: 'openElsewhere' } };
  const [usb] = core.link.links;
  if (usb === undefined) throw new Error('There is no link.');
  const links = [{ ...usb, id: 'simulated' }];
  const link = { ...core.link, links, connection$: createLive(connection).live };
  const linkChoice = { ...core.linkChoice, linkId$: createLive('simulated').live };
  await screen.rerender(
    <ServicesProvider
      value={{ ...services, core$: createLive({ ...core, link, linkChoice }).live }}
    >
      <div style={{ width: 530 }}>
        <SerialControl />
      </div>
    </ServicesProvider>,
  );
  await expect.element(screen.getByRole('button', { name: 'Take over' })).toBeVisible();
  const name = document.querySelector('.chip__name');
  expect(name?.textContent).toBe('Simulated device');
  expect(name?.scrollWidth).toBe(name?.clientWidth);
  expect(document.querySelector('.serial__chip')).toHaveAttribute(
    'title',
    'Disconnected · Simulated device · open in another tab',
  );
});

const Choice = () => {
  const { options, chosen, choose } = useDeviceChoice();
  return (
    <>
      {options.map(({ value, label }) => (
        <button key={value} type="button" onClick={() => choose(value)}>
          {label}
        </button>
      ))}
      <output>{chosen?.label}</output>
    </>
  );
};

test('[LINK-124] a picked device stays picked when another device is unplugged', async () => {
  const { services, core, screen } = await renderScreen(<p>Users</p>);
  const [usb] = core.link.links;
  const [device] = await core.link.granted('fake');
  if (usb === undefined || device === undefined) throw new Error('There is no device.');
  const named = ['One', 'Two', 'Three'].map((label) => ({
    ...device,
    linkId: 'usb',
    label,
    device: { ...device.device },
  }));
  let granted = named;
  const presence = new Subject<void>();
  const link = {
    ...core.link,
    links: [{ ...usb, id: 'usb' }],
    granted: () => Promise.resolve(granted),
    presence$: presence.asObservable(),
  };
  const linkChoice = { ...core.linkChoice, linkId$: createLive('usb').live };
  await screen.rerender(
    <ServicesProvider
      value={{ ...services, core$: createLive({ ...core, link, linkChoice }).live }}
    >
      <Choice />
    </ServicesProvider>,
  );
  await screen.getByRole('button', { name: 'Two' }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Two');
  granted = named.slice(1);
  presence.next();
  await expect.element(screen.getByRole('button', { name: 'One' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Two');
});

test('[PAGE-232] the panel of the device takes the focus and returns it to its button', async () => {
  await renderScreen(<SerialControl />);
  const chip = page.getByTitle('Disconnected · fake');
  await expect.element(chip).toBeVisible();
  chip.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Device' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(chip).toHaveFocus();
});

test('[PAGE-287] the hint of the baud rate says why it is disabled, and covers no other control', async () => {
  const { screen } = await renderScreen(<SerialControl />, { isConnected: true });
  const rate = screen.getByRole('combobox', { name: 'Baud rate' });
  await expect.element(rate).toBeDisabled();
  const { x, y, width, height } = rate.element().getBoundingClientRect();
  const hovered = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[title]');
  expect(hovered).toHaveAttribute('title', 'Baud rate: disconnect to change it');
});
