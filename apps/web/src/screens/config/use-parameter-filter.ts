import { useSearchParams } from 'react-router-dom';
import { areEqual, isWritable, type Parameter, type ParameterValue } from '@batbot/core/parameters';
import { changedQuery } from '../../react/changed-query.ts';
import type { EditedState } from '../parameters/parameter-words.ts';
import type { ParameterForm } from '../parameters/use-parameter-form.ts';
import type { Compared } from './Comparison.tsx';

/** The group of all parameters. */
export const ALL = 'all';

/** The numbers of values of a group that stand out. */
interface GroupCounts {
  /** The number of fields whose text is not valid, or that break a rule between parameters. */
  readonly wrong: number;
  readonly changed: number;
  /** The number of values that differ from those of the comparison. */
  readonly differing: number;
  /** The number of values that differ from their default. */
  readonly notDefault: number;
}

export const countsText = ({ wrong, changed, differing, notDefault }: GroupCounts): string =>
  [
    ...(wrong > 0 ? [`▲ ${wrong} to correct`] : []),
    ...(changed > 0 ? [`● ${changed} changed`] : []),
    ...(differing > 0 ? [`≠ ${differing}`] : []),
    ...(notDefault > 0 ? [`${notDefault} not default`] : []),
  ].join(' · ');

/** Chooses the parameters to show by group, search, changes and differences. The choice is in the address. */
export const useParameterFilter = (
  { device, edits }: Pick<EditedState, 'device' | 'edits'>,
  { fieldOf }: ParameterForm,
  compared: Compared | undefined,
) => {
  const { schema } = device.known;
  const [address, setAddress] = useSearchParams();
  const q = address.get('q') ?? '';
  const words = q.toLowerCase();

  const valueOf = ({ key }: Parameter): ParameterValue | undefined =>
    edits[key] ?? device.values.get(key)?.value;
  const isDiffering = (each: Parameter): boolean => {
    const other = compared?.values[each.key];
    return other !== undefined && isWritable(each) && !areEqual(valueOf(each), other);
  };
  const isNotDefault = (each: Parameter): boolean =>
    isWritable(each) && each.default !== undefined && !areEqual(valueOf(each), each.default);
  const isWrong = (each: Parameter): boolean => {
    const { problem, broken } = fieldOf(each);
    return problem !== undefined || broken.length > 0;
  };
  const isChanged = (each: Parameter): boolean => fieldOf(each).isChanged;

  const differing = schema.parameters.filter(isDiffering).length;
  const isChangedOnly = address.get('changed') !== null;
  const isDifferingOnly = differing > 0 && address.get('differing') !== null;
  const isEverywhere = words !== '' || isChangedOnly || isDifferingOnly;
  const group = isEverywhere ? ALL : (address.get('group') ?? schema.groups[0]?.id ?? ALL);
  const inGroup = (id: string): readonly Parameter[] =>
    schema.parameters.filter((each) => id === ALL || each.group === id);

  return {
    q,
    group,
    isChangedOnly,
    isDifferingOnly,
    /** The number of parameters that differ from the comparison. */
    differing,
    valueOf,
    shown: inGroup(group).filter(
      (each) =>
        `${each.label} ${each.key} ${each.help ?? ''}`.toLowerCase().includes(words) &&
        (!isDifferingOnly || isDiffering(each)) &&
        (!isChangedOnly || isChanged(each) || isWrong(each)),
    ),
    groups: [{ id: ALL, label: 'All' }, ...schema.groups].map(({ id, label }) => {
      const count = (matches: (each: Parameter) => boolean): number =>
        inGroup(id).filter(matches).length;
      const counts: GroupCounts = {
        wrong: count(isWrong),
        changed: count(isChanged),
        differing: count(isDiffering),
        notDefault: count(isNotDefault),
      };
      return { key: id, label, counts };
    }),
    /** Changes the choice. An empty value ends it. */
    set: (name: 'q' | 'group' | 'changed' | 'differing', value: string): void => {
      setAddress((before) => changedQuery(before, { [name]: value }), { replace: true });
    },
  };
};
