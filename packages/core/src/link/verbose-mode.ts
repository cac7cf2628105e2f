import { encodeCommand, verboseCommand } from '../protocol/commands.ts';
import type { Command, Outcome } from './traffic.ts';

/** Sets the device's verbose mode as the section needs it: on in the terminal, off everywhere else. */
export interface VerboseMode {
  readonly setSection: (section: string) => void;
  readonly section: () => string;
  /** Sends the command again after a connection or a restart, because the device has lost its mode. */
  readonly sendAgain: () => void;
  /** Reports a missing reply, so that the next `resync` synchronizes with the device. */
  readonly doubt: () => void;
  /**
   * After a missing reply, sends the verbose command and waits for its reply. Its result code comes after every overdue
   * reply, so the next reply is matched to the right command. It is used only for devices that have answered the
   * verbose command before.
   */
  readonly resync: () => Promise<Outcome | undefined>;
  readonly forget: () => void;
  /** Stops the verbose commands while `isQuiet` is true. Afterwards the command of the section is sent. */
  readonly setQuiet: (isQuiet: boolean) => void;
}

const commandFor = (section: string): Command => {
  const text = verboseCommand(section);
  return { text, bytes: encodeCommand(text, 'crlf'), origin: 'background', isBare: true };
};

/** @param execute sends a command; undefined without a connection */
export const createVerboseMode = (
  execute: (command: Command) => Promise<Outcome> | undefined,
): VerboseMode => {
  let section = '';
  let asked: string | undefined;
  let hasAnswered = false;
  let isInDoubt = false;
  let isQuiet = false;

  const send = async (): Promise<Outcome | undefined> => {
    if (isQuiet) return undefined;
    const command = commandFor(section);
    asked = command.text;
    const outcome = await execute(command);
    if (outcome === undefined) asked = undefined;
    else if (outcome.kind === 'ok' || outcome.kind === 'error') {
      hasAnswered = true;
      isInDoubt = false;
    }
    return outcome;
  };

  return {
    section: () => section,
    setSection: (next) => {
      section = next;
      if (asked !== undefined && asked !== verboseCommand(section)) void send();
    },
    sendAgain: () => {
      void send();
    },
    doubt: () => {
      isInDoubt = true;
    },
    resync: () => (isInDoubt && hasAnswered ? send() : Promise.resolve(undefined)),
    setQuiet: (next) => {
      const isBack = isQuiet && !next;
      isQuiet = next;
      if (isBack) void send();
    },
    forget: () => {
      asked = undefined;
      hasAnswered = false;
      isInDoubt = false;
    },
  };
};
