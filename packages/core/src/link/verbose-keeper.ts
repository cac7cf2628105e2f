import { encodeCommand, verboseCommand } from '../protocol/commands.ts';
import type { Command } from './command.ts';
import type { Outcome } from './traffic.ts';

/** Keeps the device's verbose mode at what the section asks for: on in the terminal, off in any other. */
export interface VerboseKeeper {
  readonly setSection: (section: string) => void;
  readonly section: () => string;
  /** After a connection or a restart: the device has forgotten its mode. */
  readonly sendAgain: () => void;
  /** A reply did not come: the next `resync` finds out where the device stands. */
  readonly doubt: () => void;
  /**
   * After a doubt sends the verbose command and waits for its reply. Its bare final code comes after every overdue
   * reply, so that what follows is paired rightly. Only devices that ever answered it are asked.
   */
  readonly resync: () => Promise<Outcome | undefined>;
  readonly forget: () => void;
}

const commandFor = (section: string): Command => {
  const text = verboseCommand(section);
  return { text, bytes: encodeCommand(text, 'crlf'), origin: 'background', isBare: true };
};

/** @param execute sends a command, or gives undefined where there is no connection */
export const createVerboseKeeper = (
  execute: (command: Command) => Promise<Outcome> | undefined,
): VerboseKeeper => {
  let section = '';
  let asked: string | undefined;
  let answers = false;
  let inDoubt = false;

  const send = async (): Promise<Outcome | undefined> => {
    const command = commandFor(section);
    asked = command.text;
    const outcome = await execute(command);
    if (outcome === undefined) asked = undefined;
    else if (outcome.kind === 'ok' || outcome.kind === 'error') {
      answers = true;
      inDoubt = false;
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
      inDoubt = true;
    },
    resync: () => (inDoubt && answers ? send() : Promise.resolve(undefined)),
    forget: () => {
      asked = undefined;
      answers = false;
      inDoubt = false;
    },
  };
};
