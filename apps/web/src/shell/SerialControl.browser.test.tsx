import { createLive, type Connection } from '@batbot/core';
import { expect, test } from 'vitest';
import { ServicesProvider } from '../react/core-context.tsx';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { SerialControl } from './SerialControl.tsx';

test('[D10] beside "Take over", the device chip shows the whole name of the device if it has little room', async () => {
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
