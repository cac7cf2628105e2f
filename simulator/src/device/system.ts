import type { Strike } from '../faults/device-faults.ts';
import { createParameterCommands } from '../parameters/parameter-commands.ts';
import { createParameterStore } from '../parameters/parameter-store.ts';
import type { RawValues } from '../parameters/parameter-table.ts';
import { finalOk } from './native-dialect.ts';
import type { Identity } from './native-dialect.ts';

/** The processor of the device: its identity, its parameters and its restarts. All connectors share it. */
export interface System {
  readonly identity: () => Identity;
  /** The values of all parameters in use, as on the line. */
  readonly values: () => RawValues;
  /** True if a parameter of the type `bool` is on. */
  readonly isOn: (key: string) => boolean;
  /** Answers a command. Undefined: the command is unknown. Empty: the device restarts without a reply. */
  readonly answer: (text: string, nowMs: number) => string | undefined;
  /** The time of the restart that a command has started. Until then the device receives nothing. */
  readonly restartDueMs: () => number | undefined;
  /** Mounts the device on another pack, with that pack's factory values. */
  readonly setFactory: (factory: RawValues) => void;
  /** Loads the stored values, as at each start. */
  readonly restart: (nowMs: number) => void;
}

export interface SystemParts {
  /** The factory values in which this device differs from the defaults. */
  readonly factory: RawValues;
  /** The pack on which the device is mounted. */
  readonly pack: () => { readonly cells: number; readonly temperatures: number };
  readonly strike: Strike;
  /** Called after each change of a value. */
  readonly onChange: () => void;
}

/** Milliseconds between a restart command and the start. The reply to the command is sent meanwhile. */
const restartMs = 300;

const ownBoard = { hardware: '2.1', serial: 'A1B2C3' };
const otherBoard = { hardware: '3.0', serial: 'Z9Y8X7' };

export const createSystem = ({ factory, pack, strike, onChange }: SystemParts): System => {
  const firmware = '1.4.0';
  let board = ownBoard;
  let dueMs: number | undefined;
  const store = createParameterStore(factory, () => ({
    SN: board.serial,
    HW: board.hardware,
    FW: firmware,
    CELLS: String(pack().cells),
    NTC: String(pack().temperatures),
  }));
  const restartSoon = (nowMs: number): void => {
    dueMs = nowMs + restartMs;
  };
  const answerParameters = createParameterCommands({ store, strike, onChange, crash: restartSoon });
  return {
    identity: () => ({ ...board, firmware, name: store.values()['NAME'] ?? '' }),
    values: store.values,
    setFactory: store.setFactory,
    isOn: (key) => store.values()[key] === '1',
    answer: (text, nowMs) => {
      if (text.toUpperCase() !== 'AT+RESET') return answerParameters(text, nowMs);
      restartSoon(nowMs);
      return finalOk;
    },
    restartDueMs: () => dueMs,
    restart: (nowMs) => {
      dueMs = undefined;
      board = strike('other-board-after-restart', nowMs) === undefined ? ownBoard : otherBoard;
      store.restart();
      onChange();
    },
  };
};
