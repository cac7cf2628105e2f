/** A control character that is sent alone and at once, as by the Ctrl keys of a terminal. */
export interface ControlKey {
  readonly byte: number;
  readonly text: string;
  readonly name: string;
  readonly does: string;
}

/** The control characters. The names are those of ASCII (ECMA-48); their effect depends on the device. */
export const CONTROL_KEYS = {
  interrupt: { byte: 0x03, text: '^C', name: 'Ctrl+C', does: 'Interrupt what runs' },
  endOfTransmission: { byte: 0x04, text: '^D', name: 'Ctrl+D', does: 'End of input' },
  substitute: { byte: 0x1a, text: '^Z', name: 'Ctrl+Z', does: 'End of a text, or suspend' },
  escape: { byte: 0x1b, text: 'ESC', name: 'ESC', does: 'Escape, cancel' },
} as const satisfies Record<string, ControlKey>;

export type ControlKeyId = keyof typeof CONTROL_KEYS;
