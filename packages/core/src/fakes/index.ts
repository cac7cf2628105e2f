export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { type GateName } from './fake-gates.ts';
export { type FakeDevice, type FakeDeviceTraits, type UnplugReport } from './fake-serial-device.ts';
export {
  createFakeSerialLink,
  type FakeSerialLink,
  type FakeSerialLinkOptions,
} from './fake-serial-link.ts';
