import { Subject } from 'rxjs';
import type { ChooseError, LinkSupport, Presence, SerialLink } from '../ports/serial-link.ts';
import { err, ok } from '../prelude/result.ts';
import { createFakeDevice, type FakeDevice, type FakeDeviceTraits } from './fake-serial-device.ts';
import { createFakeGates } from './fake-gates.ts';
import type { SerialCall } from './fake-serial-port.ts';

export interface FakeSerialLinkOptions extends FakeDeviceTraits {
  /** The id of the link. Default: `fake`. */
  readonly id?: string;
  /** Whether `device` is attached at the start. Default: true. */
  readonly plugged?: boolean;
  readonly support?: LinkSupport;
}

/** A link in memory: deterministic, and all promises settle within microtasks. */
export interface FakeSerialLink {
  readonly link: SerialLink;
  /** The first device. `addDevice` attaches more devices, which may have equal ids. */
  readonly device: FakeDevice;
  readonly addDevice: (traits?: FakeDeviceTraits) => FakeDevice;
  /** `plug` to `opens` are the functions of `device`. */
  readonly plug: FakeDevice['plug'];
  readonly unplug: FakeDevice['unplug'];
  readonly failNextOpen: FakeDevice['failNextOpen'];
  readonly glitch: FakeDevice['glitch'];
  readonly opens: FakeDevice['opens'];
  /** Sets the user's answer to the next chooser. Default: the first attached device, or cancelled if there is none. */
  readonly answerNextChoose: (answer: FakeDevice | ChooseError) => void;
  /** Keeps calls of this name pending until the returned function is called. */
  readonly hold: (name: SerialCall) => () => void;
  readonly chooses: () => number;
}

export const createFakeSerialLink = (options: FakeSerialLinkOptions = {}): FakeSerialLink => {
  const presence = new Subject<Presence>();
  const gates = createFakeGates<SerialCall>();
  const devices: FakeDevice[] = [];
  const answers: (FakeDevice | ChooseError)[] = [];
  let chooses = 0;

  const create = (traits: FakeDeviceTraits): FakeDevice => {
    const device = createFakeDevice(traits, gates, (kind, handle) => {
      presence.next({ kind, device: handle });
    });
    devices.push(device);
    return device;
  };

  const attached = (): readonly FakeDevice[] => devices.filter((device) => device.isPlugged());

  const device = create(options);
  if (options.plugged ?? true) device.plug();

  return {
    link: {
      id: options.id ?? 'fake',
      support: options.support ?? { kind: 'supported' },
      choose: async () => {
        chooses += 1;
        await gates.pass('choose');
        const answer = answers.shift() ?? attached()[0] ?? { kind: 'cancelled' };
        return 'kind' in answer ? err(answer) : ok(answer.handle());
      },
      granted: () => Promise.resolve(attached().map((each) => each.handle())),
      presence$: presence.asObservable(),
    },
    device,
    addDevice: (traits = {}) => {
      const added = create(traits);
      added.plug();
      return added;
    },
    plug: device.plug,
    unplug: device.unplug,
    failNextOpen: device.failNextOpen,
    glitch: device.glitch,
    opens: device.opens,
    answerNextChoose: (answer) => answers.push(answer),
    hold: gates.hold,
    chooses: () => chooses,
  };
};
