import { createDeviceCore, type DeviceCore } from '@batbot/core';
import { createNodeSerialLink } from '@batbot/node-serial';
import { createMemoryStore, nodePorts } from './node-ports.ts';

/** Describes why a port could not be opened. A port of another user of the computer is `busy` too. */
export const whyNotOpen = (
  path: string,
  {
    kind,
    message: detail = 'there is no such port',
  }: { readonly kind: string; readonly message?: string },
): string => {
  if (kind !== 'busy') return `${path} cannot be opened: ${detail}`;
  return /permission denied/i.test(detail)
    ? `${path} may not be opened by this user. On Linux: sudo usermod -aG dialout "$USER", then log in again (${detail})`
    : `${path} is in use by another program: close it there and try again (${detail})`;
};

/**
 * Connects the core to a serial port of this computer. In the section `silent` the core sends nothing by itself.
 * Returns the core, or an error text.
 */
export const connectTo = async (
  path: string,
  baudRate: number,
  section: 'home' | 'terminal' | 'silent',
): Promise<DeviceCore | string> => {
  const link = createNodeSerialLink({ path });
  const core = createDeviceCore({
    links: [link],
    ...nodePorts,
    store: createMemoryStore(),
  });
  core.link.changeSettings({ baudRate });
  core.link.setListening(section === 'silent');
  core.showPath(`/cli/${section}`);
  const connected = await core.link.connect(link.id);
  if (connected.ok) return core;
  await core.dispose();
  return whyNotOpen(path, connected.error);
};
