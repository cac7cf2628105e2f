import type { Reading } from '../../bms/reading.ts';
import type { CommandReader } from '../command-reader.ts';

/** The protocol of a foreign device on one connector. Text is latin-1: one character, one byte. */
export interface Conversation {
  /** Splits the received bytes into requests. */
  readonly reader: CommandReader;
  /** Returns the reply to a request; empty if the device does not reply. */
  readonly answer: (request: string, reading: Reading) => string;
  /** Returns true if the device echoes each character at once. */
  readonly echoes?: () => boolean;
  /** The unsolicited output of the device, with its interval in ms. */
  readonly stream?: { readonly everyMs: number; readonly say: (reading: Reading) => string };
}

/** A device of another manufacturer. */
export interface ForeignDevice {
  /** Its name in the list of dialects. */
  readonly is: string;
  /** Creates the protocol of one connector, as after the start of the device. */
  readonly open: () => Conversation;
  /** The largest numbers of cells and temperature sensors in its messages. */
  readonly places: { readonly cells: number; readonly temperatures: number };
  /** The default numbers of cells and sensors of its pack. */
  readonly pack?: { readonly cells: number; readonly temperatures: number };
  /** Whether its messages always have a temperature, so that its pack has a sensor. */
  readonly hasSensor?: true;
}
