import { cmeError, finalOk, line } from '../device/native-dialect.ts';
import type { Strike } from '../faults/device-faults.ts';
import type { ParameterStore } from './parameter-store.ts';
import { findParameter, fits, parameters } from './parameter-table.ts';
import { clamped, neighbourOf } from './wrong-writes.ts';

/** The codes of `+CME ERROR` in this dialect. */
const errorCodes = { locked: 3, wrongPassword: 16, unknown: 22, range: 50 } as const;

export interface ParameterCommandParts {
  readonly store: ParameterStore;
  readonly strike: Strike;
  /** Call it after each change of a value. */
  readonly onChange: () => void;
  /** Restarts the device. It does not reply. */
  readonly crash: (nowMs: number) => void;
}

/**
 * Returns the function that answers the commands of the parameter dialect. Its result is the whole reply, empty if the
 * device restarts instead, and undefined if the text is another command.
 */
export const createParameterCommands = ({
  store,
  strike,
  onChange,
  crash,
}: ParameterCommandParts): ((text: string, nowMs: number) => string | undefined) => {
  const rows = (keys: readonly string[]): string => {
    const values = store.values();
    return keys.map((key) => line(`+PAR: ${key},${values[key]}`)).join('') + finalOk;
  };
  const read = (name: string): string => {
    const found = findParameter(name);
    return found ? rows([found.key]) : cmeError(errorCodes.unknown);
  };
  const write = (name: string, raw: string, nowMs: number): string => {
    const wanted = findParameter(name);
    if (!wanted) return cmeError(errorCodes.unknown);
    const locked = wanted.class === 'protection' && !store.isUnlocked();
    if (wanted.readOnly || locked) return cmeError(errorCodes.locked);
    if (!fits(wanted, raw)) return cmeError(errorCodes.range);
    if (strike('restart-mid-write', nowMs) !== undefined) {
      crash(nowMs);
      return '';
    }
    if (strike('write-ignored', nowMs) !== undefined) return finalOk;
    const target = strike('write-other', nowMs) === undefined ? wanted : neighbourOf(wanted);
    const percent = strike('write-clamped', nowMs);
    const before = store.values()[target.key] ?? '';
    const taken = percent === undefined ? raw : clamped(target, before, raw, percent);
    store.put(target.key, taken);
    onChange();
    return finalOk;
  };
  const save = (nowMs: number): string => {
    if (strike('lost-at-restart', nowMs) !== undefined) return finalOk;
    if (strike('restart-mid-write', nowMs) !== undefined) {
      store.save(0.5);
      crash(nowMs);
      return '';
    }
    store.save();
    return finalOk;
  };
  return (text, nowMs) => {
    const [, password] = /^AT\+PARKEY="(.*)"$/i.exec(text) ?? [];
    if (password !== undefined)
      return store.unlock(password) ? finalOk : cmeError(errorCodes.wrongPassword);
    if (/^AT\+PARSAVE$/i.test(text)) return save(nowMs);
    const [, changed, raw = ''] = /^AT\+PAR=(\w+),(.*)$/i.exec(text) ?? [];
    if (changed !== undefined) return write(changed, raw, nowMs);
    const [, asked] = /^AT\+PAR\?(\w*)$/i.exec(text) ?? [];
    return asked === '' ? rows(parameters.map(({ key }) => key)) : asked && read(asked);
  };
};
