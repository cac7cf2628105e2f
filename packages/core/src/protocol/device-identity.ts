/** The identity of a device, from its reply to `ATI`. */
export interface DeviceIdentity {
  readonly model?: string;
  readonly hardware?: string;
  readonly firmware?: string;
  readonly serial?: string;
}

const labelled = (name: string): RegExp =>
  new RegExp(`\\b(?:${name})\\s*[:=]\\s*([\\w.+-]{1,40})`, 'i');

const HARDWARE = labelled('HW|H/W|HARDWARE(?: ?(?:VERSION|REV))?');
const FIRMWARE = labelled('FW|F/W|SW|FIRMWARE(?: ?(?:VERSION|REV))?');
/** With `/` and `.` inside of the number, as in `SN:BMS/2026.017`, but not before another label, as in `SN:A1/FW:2`. */
const SERIAL =
  /\b(?:SN|S\/N|SERIAL(?: ?(?:NO|NUMBER))?)\s*[:=]\s*([\p{L}\p{N}_-](?:[\p{L}\p{N}_-]|[./](?=[\p{L}\p{N}])(?![\p{L}\p{N}/]+\s*[:=])){1,39})/iu;
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
