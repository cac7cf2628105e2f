/** The identity of a device, from its reply to `ATI`. */
export interface DeviceIdentity {
  readonly model?: string;
  readonly hardware?: string;
  readonly firmware?: string;
  readonly serial?: string;
}

const labelled = (name: string): RegExp =>
  new RegExp(`\\b(?:${name})\\s*[:=]\\s*([\\w.+-]{1,40})`, 'i');

const HARDWARE_NAME = 'HW|H/W|HARDWARE(?: ?(?:VERSION|REV))?';
const FIRMWARE_NAME = 'FW|F/W|SW|FIRMWARE(?: ?(?:VERSION|REV))?';
const HARDWARE = labelled(HARDWARE_NAME);
const FIRMWARE = labelled(FIRMWARE_NAME);
/**
 * With `/` and `.` inside of the number, as in `SN:BMS/2026.017`, but only before a part with a digit that is no label:
 * `SN:A1/FW:2`, `SN:A1/HW 1.2` and `SN:A1.Ready` all state `A1`.
 */
const SERIAL = new RegExp(
  String.raw`\b(?:SN|S\/N|SERIAL(?: ?(?:NO|NUMBER))?)\s*[:=]\s*([\p{L}\p{N}_-](?:[\p{L}\p{N}_-]|[./](?!${HARDWARE_NAME}|${FIRMWARE_NAME})(?![\p{L}\p{N}_/-]+\s*[:=])(?=[\p{L}_-]*\p{N})){1,39})`,
  'iu',
);
const MODEL = /\b(?:MODEL|TYPE|NAME)\s*[:=]\s*([^,;]{1,40})/i;

/** A boot loader that waits for a file sends these characters, also while a command is on its way (XMODEM). */
const INVITATION = /^(?:C|[^\p{L}\p{N}])+$/u; // DEV-68

const find = (lines: readonly string[], pattern: RegExp): string | undefined => {
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found.trim();
  }
  return undefined;
};

/** Returns the serial number in a reply to ATI: `HW:2.1 FW:1.4.0 SN:A1B2C3`. */
export const serialIn = (lines: readonly string[]): string | undefined => find(lines, SERIAL);

/** Reads the identity from a reply to ATI: labelled values, and as the model the first line without a label. */
export const identityIn = (lines: readonly string[]): DeviceIdentity => {
  const bare = lines
    .map((line) => line.trim())
    .find((line) => line !== '' && !INVITATION.test(line) && !/[:=]/.test(line));
  const model = find(lines, MODEL) ?? bare?.slice(0, 40);
  const hardware = find(lines, HARDWARE);
  const firmware = find(lines, FIRMWARE);
  const serial = serialIn(lines);
  return {
    ...(model === undefined ? {} : { model }),
    ...(hardware === undefined ? {} : { hardware }),
    ...(firmware === undefined ? {} : { firmware }),
    ...(serial === undefined ? {} : { serial }),
  };
};
