import { chemistries } from '../battery/chemistry.ts';
import type { BulkResult } from '../bulk/bulk-stream.ts';
import type { Device } from '../device/device.ts';
import { BadFault, faultCatalogue, faultKind, readFault } from '../faults/fault-spec.ts';
import { isScenarioName, scenarios } from '../scenarios/scenarios.ts';
import { BadRequest } from './control-routes.ts';
import type { ControlRoute } from './control-routes.ts';

/** The objects on which the control routes act. */
export interface Controlled {
  readonly device: Device;
  readonly now: () => number;
  readonly state: () => unknown;
  readonly unplug: () => Promise<void>;
  readonly plug: (renamed: boolean) => Promise<void>;
  readonly bulk: (bytes: number, transport?: string) => Promise<BulkResult> | undefined;
}

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new BadRequest('the body must be a JSON object');
  return body as Readonly<Record<string, unknown>>;
};

const packBounds = {
  soc: [0, 1],
  temperature: [-60, 100],
  current: [-100_000, 100_000],
  ambient: [-60, 100],
  speed: [0.1, 1000],
} as const;
type PackField = keyof typeof packBounds;

/** Reads a number within its bounds, null (release the value), or undefined (no change). */
const packNumber = (
  fields: Readonly<Record<string, unknown>>,
  key: PackField,
): number | null | undefined => {
  const value = fields[key];
  if (value === undefined || value === null) return value;
  const [low, high] = packBounds[key];
  if (typeof value !== 'number' || !(value >= low && value <= high))
    throw new BadRequest(`${key} must be a number from ${low} to ${high}`);
  return value;
};

/** Maximum length of a bulk stream: its lines are numbered with twelve digits. */
const bulkLimit = 10 ** 12;

const catalogue = (): unknown => ({
  scenarios: Object.entries(scenarios).map(([name, { shows }]) => ({ name, shows })),
  faults: Object.entries(faultCatalogue).map(([name, { does, value = 0, unit = '' }]) => ({
    name,
    kind: faultKind(name),
    does,
    value,
    unit,
  })),
  chemistries: Object.keys(chemistries),
});

/** Returns the routes of all HTTP requests of the simulator. */
export const controlTable = ({
  device,
  now,
  state,
  unplug,
  plug,
  bulk,
}: Controlled): readonly ControlRoute[] => {
  const hold = (key: 'current' | 'ambient', value: number | null | undefined): void => {
    if (value === undefined) return;
    const { [key]: _, ...others } = device.overrides();
    device.override(value === null ? others : { ...others, [key]: value });
  };
  const setPack = (body: unknown): unknown => {
    const fields = fieldsOf(body);
    const unknown = Object.keys(fields).find((key) => !Object.hasOwn(packBounds, key));
    if (unknown !== undefined)
      throw new BadRequest(`no field ${unknown}: there are ${Object.keys(packBounds).join(', ')}`);
    // All values are checked before the first one is applied.
    const [soc, temperature, speed, current, ambient] = [
      packNumber(fields, 'soc'),
      packNumber(fields, 'temperature'),
      packNumber(fields, 'speed'),
      packNumber(fields, 'current'),
      packNumber(fields, 'ambient'),
    ];
    hold('current', current);
    hold('ambient', ambient);
    if (typeof soc === 'number') device.plant().setSoc(soc);
    if (typeof temperature === 'number') device.plant().setTemperature(temperature);
    if (typeof speed === 'number') device.setSpeed(speed, now());
    return state();
  };
  const setScenario = (body: unknown): unknown => {
    const { name } = fieldsOf(body);
    if (typeof name !== 'string' || !isScenarioName(name))
      throw new BadRequest(`no such scenario: choose one of ${Object.keys(scenarios).join(', ')}`);
    device.setScenario(name, now());
    return state();
  };
  const addFault = (body: unknown): unknown => {
    try {
      return { id: device.faults.add(readFault(body), now()) };
    } catch (error) {
      throw error instanceof BadFault ? new BadRequest(error.message) : error;
    }
  };
  const removeFaults = (body: unknown): unknown => {
    const { id } = fieldsOf(body);
    if (id !== undefined && typeof id !== 'number') throw new BadRequest('id must be a number');
    device.faults.remove(id);
    return state();
  };
  const startBulk = (body: unknown): unknown => {
    const { bytes, transport } = fieldsOf(body);
    if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 1 || bytes > bulkLimit)
      throw new BadRequest(`bytes must be a whole number from 1 to ${bulkLimit}`);
    if (transport !== undefined && typeof transport !== 'string')
      throw new BadRequest('transport must be pty, ws, tcp or serial');
    const result = bulk(bytes, transport);
    if (!result) throw new BadRequest('no client has the port open, or a stream is under way');
    return result;
  };
  return [
    { method: 'GET', path: '/control/state', run: state },
    { method: 'GET', path: '/control/catalogue', run: catalogue },
    { method: 'POST', path: '/control/unplug', run: () => unplug().then(state) },
    {
      method: 'POST',
      path: '/control/plug',
      run: (body) => plug(fieldsOf(body)['renamed'] === true).then(state),
    },
    {
      method: 'POST',
      path: '/control/reboot',
      run: () => {
        device.reboot(now());
        return state();
      },
    },
    { method: 'POST', path: '/control/faults', run: addFault },
    { method: 'DELETE', path: '/control/faults', run: removeFaults },
    { method: 'POST', path: '/control/bulk', run: startBulk },
    { method: 'POST', path: '/control/scenario', run: setScenario },
    { method: 'POST', path: '/control/pack', run: setPack },
  ];
};
