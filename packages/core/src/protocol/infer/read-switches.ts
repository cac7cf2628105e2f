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

/** Reads the states of the switches from words such as `on` and `charge,discharge`. */
export const readSwitches = (found: readonly Meaning[]) => {
  const switches = new Map<SwitchName, boolean>();
  const evidence: Evidence[] = [];
  const used: Entry[] = [];
  const unclear = new Set<SwitchName>();
  const put = (
    name: SwitchName,
    isOn: boolean,
    { entry, name: key }: Meaning,
    reason: string,
  ): void => {
    if (switches.has(name) && switches.get(name) !== isOn) unclear.add(name);
    switches.set(name, isOn);
    evidence.push({ place: `switches ${name}`, key, text: entry.value.text, reason });
    used.push(entry);
  };
  for (const meaning of found) {
    const { text } = meaning.entry.value;
    const words = ` ${meaning.words} `;
    const name: SwitchName | undefined = / (pre-?charge|prechg|pchg) /.test(words)
      ? 'precharge'
      : / (discharg\w*|dischg|dsg|dchg|dischrg|entladen) /.test(words)
        ? 'discharge'
        : / (charg\w*|chg|chrg|laden) /.test(words)
          ? 'charge'
          : undefined;
    const state = stateOf(text);
    if (name !== undefined && state !== undefined)
      put(name, state, meaning, `a switch by its name; the device says ${text}`);
    if (name !== undefined || state !== undefined) continue;
    // `FET: Charge,Discharge` lists the switches that are on. Switches that are not listed stay unknown.
    const names = text.toLowerCase().split(/\s*[,+&/]\s*/);
    if (names.every((each) => /^(charge|discharge|precharge)$/.test(each))) {
      for (const each of names)
        put(
          each as SwitchName,
          true,
          meaning,
          'named by the device among its switches that are on',
        ); // every part was tested above
    }
  }
  for (const name of unclear) switches.delete(name);
  return {
    switches: Object.fromEntries(switches) as Partial<Record<SwitchName, boolean>>,
    evidence: evidence.filter(
      ({ place }) => !unclear.has(place.slice('switches '.length) as SwitchName),
    ),
    used,
  };
};
