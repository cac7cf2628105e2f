import { chemistryOf } from '@batbot/core/analysis';
import {
  CHEMISTRIES,
  parameterOf,
  shownValue,
  type ParameterSet,
  type ParameterValues,
} from '@batbot/core/parameters';
import type { Asset } from '@batbot/core/workspace';
import type { Standard, Standards } from './use-standards.ts';

/** Recognizes common spellings of a chemistry; undefined if the text names none. */
const chemistryIn = (text: string): string | undefined =>
  chemistryOf(text) ??
  CHEMISTRIES.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())?.id;

/** What is compared. `idOf` returns undefined if a text says nothing that can be compared. */
const FACTS = [
  {
    role: 'chemistry',
    factOf: ({ chemistry }: Asset) => chemistry,
    idOf: chemistryIn,
    sentence: (text: string) => `is ${text}`,
  },
  {
    role: 'cellCount',
    factOf: ({ cells }: Asset) => cells?.toString(),
    idOf: (text: string) => Number.parseInt(text, 10) || undefined,
    sentence: (text: string) => `has ${text} cells in series`,
  },
] as const;

/**
 * Returns a sentence for each known fact about the cells of a pack that differs from the standard: "SN 12 is LFP, the
 * standard is for NMC." The facts of the pack come first, then its last read parameters.
 */
export const otherCells = (
  pack: Asset,
  { set }: Standard,
  { schemaOf }: Pick<Standards, 'schemaOf'>,
): readonly string[] => {
  const textOf = (role: string, of: ParameterSet['schema'], values: ParameterValues) => {
    const schema = schemaOf(of);
    const parameter = schema && parameterOf(schema, schema.chemistryKeys?.[role] ?? '');
    const value = parameter && values[parameter.key];
    return parameter && value !== undefined ? shownValue(parameter, value) : undefined;
  };
  const { parameters, serial } = pack;
  const name = `SN ${serial}`;
  return FACTS.flatMap(({ role, factOf, idOf, sentence }) => {
    const wanted = textOf(role, set.schema, set.values);
    if (wanted === undefined) return [];
    const isOther = (text: string): boolean => {
      const [id, wantedId] = [idOf(text), idOf(wanted)];
      return id !== undefined && wantedId !== undefined && id !== wantedId;
    };
    const end = `, the standard is for ${wanted}.`;
    const fact = factOf(pack);
    if (fact !== undefined && isOther(fact)) return [`${name} ${sentence(fact)}${end}`];
    const read =
      parameters &&
      textOf(role, { name: parameters.schemaName, hash: parameters.schemaHash }, parameters.values);
    // Values of the same schema can be compared even if they name no known chemistry.
    const isSame = read === undefined || read === wanted;
    const isComparable = parameters?.schemaHash === set.schema.hash;
    return !isSame && (isComparable || isOther(read))
      ? [`${name} ${sentence(read)} according to its last read parameters${end}`]
      : [];
  });
};
