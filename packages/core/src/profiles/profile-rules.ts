import type { FileProblem } from '../prelude/schema.ts';
import { FAULTS } from '../protocol/pack-sample.ts';
import { conversionTo } from './units.ts';
import type { Meaning, Profile, ProfileRecord } from './profile.ts';
import type { LayoutItem } from './profile-schema.ts';

const FAULT_NAMES: ReadonlySet<string> = new Set(FAULTS);

/** The parts of a path as in the schema. Lists count from 1. */
type Path = readonly (string | number)[];
const problem = (path: Path, text: string): FileProblem => ({
  path: path.join('.'),
  problem: text,
});

const firstOf = <T>(
  list: readonly T[],
  find: (entry: T, number: number) => FileProblem | undefined,
): FileProblem | undefined => {
  for (const [index, entry] of list.entries()) {
    const found = find(entry, index + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

const faultProblem = (
  texts: Readonly<Record<string, string>> | undefined,
  path: Path,
): FileProblem | undefined =>
  firstOf(Object.entries(texts ?? {}), ([key, text]) => {
    const fault = /^!?(?:protection|alarm):(.*)$/.exec(text)?.[1];
    return fault === undefined || FAULT_NAMES.has(fault)
      ? undefined
      : problem([...path, key], `must name one of the faults: ${FAULTS.join(', ')}`);
  });

const meaningProblem = (
  meaning: Meaning,
  path: Path,
  known: ReadonlySet<string>,
): FileProblem | undefined => {
  const { to, unit, sign, index, bits, least, most } = meaning;
  if (to !== undefined && unit !== undefined && conversionTo(to, unit) === undefined) {
    return problem([...path, 'unit'], `must be a unit of ${to}`);
  }
  if (sign !== undefined && !known.has(sign.from)) {
    return problem([...path, 'sign', 'from'], 'must be the "as" of a value of this record');
  }
  if (typeof index === 'object' && !known.has(index.from)) {
    return problem([...path, 'index', 'from'], 'must be the "as" of a value of this record');
  }
  if (least !== undefined && most !== undefined && least > most) {
    return problem(path, 'must not have least above most');
  }
  const odd = Object.keys(bits ?? {}).find((key) => !/^\d{1,2}$/.test(key) || Number(key) > 63);
  if (odd !== undefined)
    return problem([...path, 'bits', odd], 'must be a bit number from 0 to 63');
  return faultProblem(meaning.map, [...path, 'map']) ?? faultProblem(bits, [...path, 'bits']);
};

/** Finds a sign that comes after its value in a `repeat`, where it would be applied to the next value. */
const lateSign = (items: readonly LayoutItem[], path: Path): FileProblem | undefined => {
  const names = items.map((item) => ('as' in item ? item.as : undefined));
  return firstOf(items, (item, number) => {
    const from = 'sign' in item ? item.sign?.from : undefined;
    return from !== undefined && names.indexOf(from) >= number - 1
      ? problem([...path, number, 'sign', 'from'], 'must come before the value in a repeat')
      : undefined;
  });
};

const itemsProblem = (
  items: readonly LayoutItem[],
  path: Path,
  known: Set<string>,
): FileProblem | undefined =>
  firstOf(items, (item, number) => {
    const here = [...path, number];
    if ('repeat' in item) {
      if (typeof item.repeat === 'string' && !known.has(item.repeat)) {
        return problem([...here, 'repeat'], 'must be a number, or the "as" of a value before it');
      }
      return itemsProblem(item.of, [...here, 'of'], known) ?? lateSign(item.of, [...here, 'of']);
    }
    if ('optional' in item) return itemsProblem(item.optional, [...here, 'optional'], known);
    if ('skip' in item || 'is' in item) return undefined;
    if (typeof item.text === 'string' && !known.has(item.text)) {
      return problem([...here, 'text'], 'must be a number, or the "as" of a value before it');
    }
    if (item.as !== undefined) known.add(item.as);
    return undefined;
  });

const valuesOf = (
  items: readonly LayoutItem[],
  path: Path,
): readonly (readonly [Meaning, Path])[] =>
  items.flatMap((item, index) => {
    const here = [...path, index + 1];
    if ('repeat' in item) return valuesOf(item.of, [...here, 'of']);
    if ('optional' in item) return valuesOf(item.optional, [...here, 'optional']);
    return 'skip' in item || 'is' in item ? [] : [[item, here] as const];
  });

const meaningsOf = (record: ProfileRecord, path: Path): readonly (readonly [Meaning, Path])[] => {
  const listed = (list: readonly Meaning[], name: string) =>
    list.map((entry, index) => [entry, [...path, name, index + 1]] as const);
  const keyed = (all: Readonly<Record<string, Meaning>>, name: string) =>
    Object.entries(all).map(([key, entry]) => [entry, [...path, name, key]] as const);
  switch (record.read) {
    case 'layout':
      return valuesOf(record.layout, [...path, 'layout']);
    case 'fields':
      return listed(record.fields, 'fields');
    case 'keys':
      return keyed(record.keys, 'keys');
    case 'table':
      return keyed(record.columns, 'columns');
    case 'registers':
      return listed(record.registers, 'registers');
    case 'reply':
      return [];
  }
};

const recordProblem = (record: ProfileRecord, path: Path): FileProblem | undefined => {
  const known = new Set<string>();
  if (record.read === 'layout') {
    const found = itemsProblem(record.layout, [...path, 'layout'], known);
    if (found !== undefined) return found;
  }
  const meanings = meaningsOf(record, path);
  for (const [{ as }] of meanings) if (as !== undefined) known.add(as);
  return firstOf(meanings, ([meaning, place]) => meaningProblem(meaning, place, known));
};

const repeatedId = (
  list: readonly { readonly id: string }[],
  name: string,
): FileProblem | undefined => {
  const seen = new Set<string>();
  return firstOf(list, ({ id }, number) => {
    if (seen.has(id)) return problem([name, number, 'id'], `must not be used twice: ${id}`);
    seen.add(id);
    return undefined;
  });
};

/**
 * Returns the first contradiction between fields of a profile that are valid on their own; undefined if there is none.
 */
export const contradictionIn = (profile: Profile): FileProblem | undefined => {
  const { frame, checksum, records, polls, tests, match, end, line } = profile;
  const pollIds = new Set(polls.map(({ id }) => id));
  const question = (each: { readonly send?: string; readonly modbus?: unknown }, path: Path) =>
    (each.send === undefined) === (each.modbus === undefined)
      ? problem(path, 'must have either send or modbus')
      : undefined;

  if (profile.readsIdentity === true && line.quiet) {
    return problem(['readsIdentity'], 'needs line.quiet to be false: ATI is a command of the app');
  }
  if (frame.split === 'header' && (frame.size === undefined) === (frame.length === undefined)) {
    return problem(['frame'], 'must have either size or length');
  }
  if (frame.split === 'header' && checksum === undefined && match.probe !== undefined) {
    return problem(['match', 'probe'], 'needs a checksum: bytes without one prove no device');
  }
  if (checksum?.kind === 'yd1363' && (frame.split !== 'between' || frame.encoding !== 'hexAscii')) {
    return problem(['checksum', 'kind'], 'needs frames between "~" and "\\r" in hexAscii');
  }
  if ((checksum?.kind === 'blockSum') !== (frame.split === 'before')) {
    return problem(['checksum', 'kind'], 'must be blockSum if, and only if, frame.split is before');
  }
  return (
    repeatedId(polls, 'polls') ??
    repeatedId(records, 'records') ??
    firstOf(polls, (poll, number) => question(poll, ['polls', number])) ??
    (match.probe?.send !== undefined && match.probe.modbus !== undefined
      ? problem(['match', 'probe'], 'must not have both send and modbus')
      : undefined) ??
    firstOf(records, (record, number) => {
      const unknown = record.answers?.find((id) => !pollIds.has(id));
      if (unknown !== undefined) {
        return problem(['records', number, 'answers'], `must name polls: there is no ${unknown}`);
      }
      if (record.read === 'registers') {
        const asked = polls.filter(({ id }) => record.answers?.includes(id) === true);
        if (asked.length === 0 || asked.some(({ modbus }) => modbus === undefined)) {
          return problem(['records', number, 'answers'], 'must name polls with a modbus request');
        }
      }
      return recordProblem(record, ['records', number]);
    }) ??
    firstOf(tests, ({ poll }, number) =>
      poll === undefined || pollIds.has(poll)
        ? undefined
        : problem(['tests', number, 'poll'], 'must be the id of a poll'),
    ) ??
    (frame.split === 'reply' &&
    polls.length > 0 &&
    end.prompt === undefined &&
    end.gapMs === undefined &&
    end.final.length === 0
      ? problem(
          ['end'],
          'must have a prompt, a final line or gapMs: nothing defines where a reply ends',
        )
      : undefined)
  );
};
