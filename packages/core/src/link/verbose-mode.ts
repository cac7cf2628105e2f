import { encodeCommand, verboseCommand } from '../protocol/commands.ts';
import type { Command, Outcome } from './traffic.ts';

const commandFor = (section: string): Command => {
  const text = verboseCommand(section);
  return { text, bytes: encodeCommand(text, 'crlf'), origin: 'background', isBare: true };
};

/** @param execute sends a command; undefined without a connection */
export const createVerboseMode = (execute: (command: Command) => Promise<Outcome> | undefined) => {
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
    section: (): string => section,
    setSection: (next: string): void => {
      section = next;
      if (asked !== undefined && asked !== verboseCommand(section)) void send();
    },
    /** Sends the command again after a connection or a restart, because the device has lost its mode. */
    sendAgain: (): void => void send(),
    /** Reports a missing reply, so that the next `resync` synchronizes with the device. */
    doubt: (): void => {
      isInDoubt = true;
    },
    /**
     * After a missing reply, sends the verbose command and waits for its reply. Its result code comes after every overdue
     * reply, so the next reply is matched to the right command. It is used only for devices that have answered the
     * verbose command before.
     */
    resync: (): Promise<Outcome | undefined> =>
      isInDoubt && hasAnswered ? send() : Promise.resolve(undefined),
    /** Stops the verbose commands while `isQuiet` is true. Afterwards the command of the section is sent. */
    setQuiet: (next: boolean): void => {
      const isBack = isQuiet && !next;
      isQuiet = next;
      if (isBack) void send();
    },
    forget: (): void => {
      asked = undefined;
      hasAnswered = false;
      isInDoubt = false;
    },
  };
};
