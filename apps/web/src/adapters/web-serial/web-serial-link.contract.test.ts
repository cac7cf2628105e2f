import type { InputSignals } from '@batbot/core';
import { serialLinkContract } from '@batbot/core/contracts';
import { expect } from 'vitest';
import type { UnplugOrder } from './serial-double.fixture.ts';
import { createFixture } from './web-serial.fixture.ts';

const makeHarness = (order: UnplugOrder, sameObject: boolean) => () => {
  const fixture = createFixture();
  const device = fixture.double.addDevice(
    { usbVendorId: 0x1a86, usbProductId: 0x7523 },
    { sameObject },
  );
  const soon = async (action: () => void): Promise<void> => {
    action();
    await fixture.clock.settle();
  };
  return Promise.resolve({
    link: fixture.link,
    plug: () => soon(device.plug),
    unplug: () => soon(() => device.unplug(order)),
    send: (sent: Uint8Array) => soon(() => device.send(sent)),
    received: async (length: number) => {
      for (let turn = 0; turn < 100; turn += 1) {
        if (device.written().length >= length) return device.written();
        await fixture.clock.settle();
      }
      throw new Error(`Only ${String(device.written().length)} bytes arrived.`);
    },
    glitch: (name: Parameters<typeof device.fail>[0]) => soon(() => device.fail(name)),
    occupy: () => {
      device.wire.occupied = true;
      return Promise.resolve(() =>
        soon(() => {
          device.wire.occupied = false;
        }),
      );
    },
    cancelNextChoose: () => fixture.double.answerChooser('cancel'),
    failNextWrite: () => device.wire.writeErrors.push('UnknownError'),
    lines: {
      driven: () =>
        device.wire.driven.map(({ dataTerminalReady: dtr, requestToSend: rts, break: brk }) => ({
          ...(dtr === undefined ? {} : { dtr }),
          ...(rts === undefined ? {} : { rts }),
          ...(brk === undefined ? {} : { brk }),
        })),
      setInputs: ({ cts, dsr, dcd, ri }: InputSignals) =>
        soon(() => {
          device.wire.inputs = {
            clearToSend: cts,
            dataSetReady: dsr,
            dataCarrierDetect: dcd,
            ringIndicator: ri,
          };
        }),
    },
    pass: fixture.clock.advance,
    dispose: async () => {
      fixture.link.releaseAll();
      await fixture.clock.settle();
      expect(fixture.clock.pendingTimers()).toBe(0);
    },
  });
};

const abilities = [
  'unplug',
  'granted',
  'presence',
  'glitch',
  'occupy',
  'cancelChoose',
  'failWrite',
  'lines',
] as const;

serialLinkContract('Web Serial (stream first)', makeHarness('streamFirst', false), abilities);
serialLinkContract('Web Serial (event first)', makeHarness('eventFirst', true), abilities);
serialLinkContract('Web Serial (event only)', makeHarness('eventOnly', false), abilities);
