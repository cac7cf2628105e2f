import { unitOf, type Unit } from './field-value.ts';

/** What a value of a reply can mean. */
export const TARGETS = [
  'packVoltage',
  'current',
  'soc',
  'soh',
  'cells',
  'temps',
  'remaining',
  'capacity',
  'cycles',
  'alarms',
  'protections',
  'balancing',
  'switches',
  'sequence',
  'uptime',
] as const;

export type Target = (typeof TARGETS)[number];

/** A key taken apart: what it may mean, the number at its end, the unit in it. */
export interface KeyMeaning {
  readonly target?: Target;
  /** 1 for `cell1`; a cell is never renumbered. */
  readonly index?: number;
  readonly unit?: Unit;
}

// Field names seen in replies of BMS devices, without case, blanks and signs.
const ALIASES: readonly (readonly [RegExp, Target])[] = [
  [/^(soc|stateofcharge|batterylevel|batlevel|charge|chargelevel)$/, 'soc'],
  [/^(soh|stateofhealth|health)$/, 'soh'],
  [
    /^(v|voltage|pack|packv|packvoltage|totalvoltage|totalv|vbat|vpack|batteryvoltage|batv|voltagetotal)$/,
    'packVoltage',
  ],
  [/^(i|cur|current|amps|amp|packcurrent|ibat|ipack|batterycurrent|batterycurr)$/, 'current'],
  [
    /^(cv|c|cell|cells|cellv|cellvoltage|cellvoltages|cellsvoltage|vcell|vc|voltages|cellvolts|cellvolt)$/,
    'cells',
  ],
  [
    /^(ct|t|temp|temps|temperature|temperatures|ntc|sensor|tempsensor|celltemp|packtemp|sensors)$/,
    'temps',
  ],
  [
    /^(rem|remaining|residual|remainingcapacity|residualcapacity|remcap|capacityremaining|remain)$/,
    'remaining',
  ],
  [
    /^(cap|capacity|designcapacity|fullcapacity|nominalcapacity|totalcapacity|ratedcapacity)$/,
    'capacity',
  ],
  [/^(cyc|cycle|cycles|cyclecount|chargecycles)$/, 'cycles'],
  [/^(prt|prot|protection|protections|protectionstatus)$/, 'protections'],
  [/^(alm|err|error|errors|fault|faults|alarm|alarms|status|warning|warnings)$/, 'alarms'],
  [/^(bal|balance|balancing|balancestate|balancer)$/, 'balancing'],
  [/^(fet|fets|mos|mosfet|switches|fetstate|mosstate)$/, 'switches'],
  [/^(seq|sequence|msgid)$/, 'sequence'],
  [/^(up|uptime|runtime)$/, 'uptime'],
];

const targetOf = (name: string): Target | undefined =>
  ALIASES.find(([pattern]) => pattern.test(name))?.[1];

const squeeze = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** `cell_voltage_12_mV` → cells, 12, mV. A nested key counts by its last part, with its group where that says more. */
export const meaningOf = (key: string): KeyMeaning => {
  const unitMatch = /(?:[_ .([-])(mv|v|ma|a|mah|ah|pct|degc|c|s)\)?\]?$/i.exec(key);
  const inKey = unitMatch?.[1] === undefined ? undefined : unitOf(unitMatch[1]);
  const bare = inKey === undefined ? key : key.slice(0, unitMatch?.index);
  const unit = inKey === undefined ? {} : { unit: inKey };
  const parts = bare.split('.');
  const candidates = [parts.at(-1) ?? bare, parts.slice(-2).join(''), key].map(squeeze);
  for (const candidate of candidates) {
    const exact = targetOf(candidate);
    if (exact !== undefined) return { target: exact, ...unit };
    const match = /^([a-z]+)0*(\d{1,3})([a-z]*)$/.exec(candidate);
    const stem = `${match?.[1] ?? ''}${match?.[3] ?? ''}`;
    const target = match === null ? undefined : targetOf(stem);
    if (target === 'cells' || target === 'temps' || stem === 'v') {
      // `v1`, `v2` … are cells; a single `v` is the pack.
      return {
        target: stem === 'v' ? 'cells' : (target ?? 'cells'),
        index: Number(match?.[2]),
        ...unit,
      };
    }
  }
  return unit;
};
