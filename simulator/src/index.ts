export { createDevice, type Device, type DeviceOptions } from './device/device.ts';
export { startSimulator } from './start-simulator.ts';
export type { Simulator, SimulatorOptions, SimulatorState } from './simulator-options.ts';
export { isPortInUse } from './transports/local-server.ts';
export type { PortInUse } from './transports/local-server.ts';
export { hasPty } from './transports/pty-transport.ts';
export { readRecording } from './record/recording.ts';
