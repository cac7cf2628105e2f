import { createDeviceCore, type DeviceCore } from '@batbot/core';
import { createNodeSerialLink } from '@batbot/node-serial';
import { createMemoryStore, nodePorts } from './node-ports.ts';

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
  const { error } = connected;
  const detail = 'message' in error ? error.message : 'there is no such port';
  return error.kind === 'busy'
    ? `${path} is in use by another program: close it there and try again (${detail})`
    : `${path} cannot be opened: ${detail}`;
};
