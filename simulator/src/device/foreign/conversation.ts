import type { Reading } from '../../bms/reading.ts';
import type { CommandReader } from '../command-reader.ts';

/** How a device of another make talks on one connector. Text is latin-1: one character, one byte. */
export interface Conversation {
  /** Cuts what a client sends into requests. */
  readonly reader: CommandReader;
  /** The reply to a request; empty where the device says nothing. */
  readonly answer: (request: string, reading: Reading) => string;
  /** Whether it sends back each character at once. */
  readonly echoes?: () => boolean;
  /** What it says unasked. */
  readonly stream?: { readonly everyMs: number; readonly say: (reading: Reading) => string };
}

/** A device of another make. */
export interface ForeignDevice {
  /** What it is, for the list of dialects. */
  readonly is: string;
  /** A conversation for one connector, from the device's start. */
  readonly open: () => Conversation;
  /** The most cells and temperature sensors that its messages have places for. */
  readonly places: { readonly cells: number; readonly temperatures: number };
  /** What its pack is like unless the options say otherwise. */
  readonly pack?: { readonly cells: number; readonly temperatures: number };
}
