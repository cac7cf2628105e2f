import { TARGETS, type ProfileReading, type Target } from '@batbot/core/profiles';
import { FAULT_WORDS } from '../controls/fault-words.ts';
import { MEANINGS, valueText } from './teach-rows.ts';

/** A value that a profile has read, with its place in the bytes. */
export interface ValueRead {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly from: string;
  readonly raw: string;
}

export const valuesRead = (reading: ProfileReading): readonly ValueRead[] => {
  const { recordId, pack, cells, temps, switches, others, texts, sources } = reading;
  const scalars: Readonly<Partial<Record<Target, number>>> = reading.scalars;
  const row = (value: string, name: string, text: string): ValueRead => {
    const source = sources.find((each) => each.value === value);
    return {
      key: `${recordId} ${pack ?? ''} ${value}`,
      name,
      text,
      from: source?.from ?? '',
      raw: source?.raw ?? '',
    };
  };
  const faults = (kind: 'alarms' | 'protections', name: string): readonly ValueRead[] => {
    const found = reading[kind];
    const words = found?.map((fault) => FAULT_WORDS[fault]).join(', ');
    return words === undefined ? [] : [row(kind, name, words === '' ? 'none' : words)];
  };
  return [
    ...(pack === undefined ? [] : [row('pack', 'Pack', pack)]),
    ...TARGETS.flatMap((to) =>
      scalars[to] === undefined ? [] : [row(to, MEANINGS[to], valueText(to, scalars[to]))],
    ),
    ...cells.map(({ number, value }) =>
      row(`cells ${number}`, `Cell ${number}`, valueText('cells', value)),
    ),
    ...temps.map(({ number, value }) =>
      row(`temps ${number}`, `Sensor ${number}`, valueText('temps', value)),
    ),
    ...Object.entries(switches).map(([name, isClosed]) =>
      row(name, `Contactor: ${name}`, isClosed ? 'closed' : 'open'),
    ),
    ...faults('alarms', 'Alarms'),
    ...faults('protections', 'Protections'),
    ...(reading.balancing === undefined
      ? []
      : [
          row(
            'balancing',
            'Balancing',
            reading.balancing.flatMap((is, at) => (is ? [at + 1] : [])).join(', ') || 'no cell',
          ),
        ]),
    ...Object.entries(texts).map(([name, text]) => row(name, name, text)),
    ...others.map(({ name, value, unit = '' }) => row(name, name, `${value} ${unit}`.trim())),
  ];
};
