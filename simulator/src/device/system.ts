import type { Strike } from '../faults/device-faults.ts';
import { createBootLoader } from '../firmware/boot-loader.ts';
import type { BootLoader, BootLoaderParts } from '../firmware/boot-loader.ts';
import { ownBoard as ownHardware } from '../firmware/image-file.ts';
import { createParameterCommands } from '../parameters/parameter-commands.ts';
import { createParameterStore } from '../parameters/parameter-store.ts';
import type { RawValues } from '../parameters/parameter-table.ts';
import { finalError, finalOk, identityText } from './native-dialect.ts';
import type { Identity } from './native-dialect.ts';

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

const ownBoard = { hardware: ownHardware, serial: 'A1B2C3' };
const otherBoard = { hardware: '3.0', serial: 'Z9Y8X7' };

export const createSystem = ({ factory, pack, strike, onChange }: SystemParts) => {
  let firmware: string | undefined = '1.4.0';
  let isErased = false;
  let wantsLoader = false;
  let isInLoader = false;
  let board = ownBoard;
  let dueMs: number | undefined;
  const store = createParameterStore(factory, () => ({
    SN: board.serial,
    HW: board.hardware,
    FW: firmware ?? '',
    CELLS: String(pack().cells),
    NTC: String(pack().temperatures),
  }));
  const restartSoon = (nowMs: number): void => {
    dueMs = nowMs + restartMs;
  };
  const answerParameters = createParameterCommands({ store, strike, onChange, crash: restartSoon });
  const identity = (): Identity => {
    const version = isInLoader ? 'BOOT' : firmware;
    const name = store.values()['NAME'] ?? '';
    return { ...board, ...(version === undefined ? {} : { firmware: version }), name };
  };
  return {
    identity,
    /** The values of all parameters in use, as on the line. */
    values: store.values,
    /** Mounts the device on another pack, with that pack's factory values. */
    setFactory: store.setFactory,
    /** True if a parameter of the type `bool` is on. */
    isOn: (key: string): boolean => store.values()[key] === '1',
    /** Answers a command. Undefined: the command is unknown. Empty: the device restarts without a reply. */
    answer: (text: string, nowMs: number): string | undefined => {
      const command = text.toUpperCase();
      if (command === 'AT+RESET' || command === 'AT+FWUP') {
        wantsLoader = command === 'AT+FWUP';
        restartSoon(nowMs);
        return finalOk;
      }
      if (!isInLoader) return answerParameters(text, nowMs);
      return command === 'ATI' ? identityText(identity()) + finalOk : finalError;
    },
    /** The time of the restart that a command has started. Until then the device receives nothing. */
    restartDueMs: (): number | undefined => dueMs,
    /** Loads the stored values, as at each start. */
    restart: (nowMs: number): void => {
      dueMs = undefined;
      board = strike('other-board-after-restart', nowMs) === undefined ? ownBoard : otherBoard;
      isInLoader = isErased || wantsLoader;
      wantsLoader = false;
      store.restart();
      onChange();
    },
    isInBootLoader: (): boolean => isInLoader,
    /** Opens the boot loader on a connector. Undefined while the firmware runs. */
    openBootLoader: (
      answer: BootLoaderParts['answer'],
      openedMs: number,
    ): BootLoader | undefined => {
      if (!isInLoader) return undefined;
      const erase = (): void => {
        isErased = true;
      };
      const install: BootLoaderParts['install'] = (header, nowMs) => {
        firmware = header?.version;
        isErased = false;
        if (header?.wipesSettings) store.erase();
        restartSoon(nowMs);
      };
      return createBootLoader({ strike, answer, erase, install, crash: restartSoon }, openedMs);
    },
  };
};

/** The processor of the device: its identity, its parameters, its firmware and its restarts. All connectors share it. */
export type System = ReturnType<typeof createSystem>;
