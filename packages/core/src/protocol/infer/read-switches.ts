import type { Evidence } from './evidence.ts';
import type { Entry } from './entry.ts';
import type { Meaning } from './meaning.ts';

const ON = /^(on|true|active|enabled|closed|yes|ein|an)$/;
const OFF = /^(off|false|inactive|disabled|open|no|aus)$/;

/** Returns whether the words mean on or off; undefined for anything else, including numbers. The last word decides. */
const stateOf = (text: string): boolean | undefined => {
  const parts = text.toLowerCase().split(/\s*,\s*/);
  const states = parts.map((part) => {
    const isNot = part.startsWith('not ');
    const word = isNot ? part.slice(4) : part;
    if (ON.test(word)) return !isNot;
    return OFF.test(word) ? isNot : undefined;
  });
  return states.includes(undefined) ? undefined : states.at(-1);
};

type SwitchName = 'charge' | 'discharge' | 'precharge';

interface SwitchState {
  readonly name: SwitchName;
  readonly isOn: boolean;
  readonly entry: Entry;
  readonly evidence: Evidence;
}

const nameOf = (words: string): SwitchName | undefined =>
  / (precharge|prechg|pchg) /.test(words)
    ? 'precharge'
    : / (discharg\w*|dischg|dsg|dchg|dischrg|entladen) /.test(words)
      ? 'discharge'
      : / (charg\w*|chg|chrg|laden) /.test(words)
        ? 'charge'
        : undefined;

const isSwitchName = (text: string): text is SwitchName =>
  ['charge', 'discharge', 'precharge'].includes(text);

const statesOf = (meaning: Meaning): readonly SwitchState[] => {
  const { entry } = meaning;
  const { text } = entry.value;
  const stateIs = (name: SwitchName, isOn: boolean, reason: string): SwitchState => ({
    name,
    isOn,
    entry,
    evidence: { place: `switches ${name}`, key: meaning.name, text, reason },
  });
  const name = nameOf(` ${meaning.words} `);
  if (name !== undefined) {
    const state = stateOf(text);
    return state === undefined
      ? []
      : [stateIs(name, state, `a switch by its name; the device says ${text}`)];
  }
  // `FET: Charge,Discharge` lists the switches that are on. Switches that are not listed stay unknown.
  const names = text.toLowerCase().split(/\s*[,+&/]\s*/);
  return names.every(isSwitchName)
    ? names.map((each) => stateIs(each, true, 'named by the device among its switches that are on'))
    : [];
};

/** Reads the states of the switches from words such as `on` and `charge,discharge`. */
export const readSwitches = (found: readonly Meaning[]) => {
  const states = found.flatMap(statesOf);
  const on = new Set(states.filter(({ isOn }) => isOn).map(({ name }) => name));
  const off = new Set(states.filter(({ isOn }) => !isOn).map(({ name }) => name));
  const clear = states.filter(({ name }) => !(on.has(name) && off.has(name)));
  return {
    switches: Object.fromEntries(clear.map(({ name, isOn }) => [name, isOn])) as Partial<
      Record<SwitchName, boolean>
    >, // the keys are names of switches
    evidence: clear.map(({ evidence }) => evidence),
    used: clear.map(({ entry }) => entry),
  };
};
