/** A fault of the device. Commands are counted from 0, from the creation of the device or the last `setFaults`. */
export type ParameterFault =
  /** The command is executed, and its reply is lost. */
  | { readonly kind: 'replyLost'; readonly command: number }
  | { readonly kind: 'commandLost'; readonly command: number }
  /** Only OK arrives of the reply, for example the late result code of an earlier command. */
  | { readonly kind: 'onlyOk'; readonly command: number }
  /** One digit of the reply is changed. */
  | { readonly kind: 'flippedDigit'; readonly command: number }
  /** The device restarts instead of executing the command. */
  | { readonly kind: 'restart'; readonly command: number }
  /** The device is unplugged before the command, for this number of commands. */
  | { readonly kind: 'unplug'; readonly command: number; readonly for: number }
  /** The write is acknowledged and changes nothing. */
  | { readonly kind: 'writeIgnored'; readonly key: string }
  /** The device writes this value instead of the given one. */
  | { readonly kind: 'writeClamped'; readonly key: string; readonly raw: string }
  | { readonly kind: 'writeOther'; readonly key: string; readonly other: string }
  | { readonly kind: 'writeRefused'; readonly key: string }
  /** The device acknowledges that it stored the values, but does not store them. */
  | { readonly kind: 'lostAtRestart' }
  /** After the next restart another device answers. */
  | { readonly kind: 'otherBoard' };

export interface FakeParameterDeviceOptions {
  readonly values: Readonly<Record<string, string>>;
  readonly serial?: string;
  readonly firmware?: string;
  /** The keys that need the password. */
  readonly locked?: readonly string[];
  readonly password?: string;
}

/** The reply to a command: lines with a final result code; undefined if there is none. */
export type FakeReply = readonly string[] | undefined;

export const createFakeParameterDevice = (
  {
    values: factory,
    serial = 'A1B2C3',
    firmware: factoryFirmware = '1.4.0',
    locked = [],
    password = 'SECRET',
  }: FakeParameterDeviceOptions,
  /** Called when the device restarts, before it replies. */
  onRestart: () => void = () => undefined,
) => {
  let faults: readonly ParameterFault[] = [];
  let commands = 0;
  let total = 0;
  let inUse = { ...factory };
  let stored = { ...factory };
  let isUnlocked = false;
  let present = serial;
  let firmware = factoryFirmware;
  let hardware = '2.1';
  const received: string[] = [];

  const find = <K extends ParameterFault['kind']>(
    kind: K,
    isHere: (fault: Extract<ParameterFault, { readonly kind: K }>) => boolean = () => true,
  ): Extract<ParameterFault, { readonly kind: K }> | undefined =>
    faults.find(
      (fault): fault is Extract<ParameterFault, { readonly kind: K }> =>
        fault.kind === kind && isHere(fault as Extract<ParameterFault, { readonly kind: K }>),
    );

  const restart = (): void => {
    inUse = { ...stored };
    isUnlocked = false;
    if (find('otherBoard') !== undefined) present = `${serial}-OTHER`;
    onRestart();
  };

  const write = (key: string, raw: string): FakeReply => {
    received.push(`${key},${raw}`);
    if (!(key in inUse)) return ['+CME ERROR: 22'];
    if (locked.includes(key) && !isUnlocked) return ['+CME ERROR: 3'];
    if (find('writeRefused', (fault) => fault.key === key) !== undefined) return ['+CME ERROR: 50'];
    if (find('writeIgnored', (fault) => fault.key === key) !== undefined) return ['OK'];
    const other = find('writeOther', (fault) => fault.key === key)?.other;
    const clamped = find('writeClamped', (fault) => fault.key === key)?.raw;
    inUse = { ...inUse, [other ?? key]: clamped ?? raw };
    return ['OK'];
  };

  const lineOf = (key: string): string => `+PAR: ${key},${inUse[key] ?? ''}`;

  const execute = (command: string): FakeReply => {
    if (command === 'ATI')
      return ['ACME-BMS OBD', `HW:${hardware} FW:${firmware} SN:${present}`, 'OK'];
    if (command === 'AT+PAR?') return [...Object.keys(inUse).map(lineOf), 'OK'];
    if (command === 'AT+PARSAVE') {
      if (find('lostAtRestart') === undefined) stored = { ...inUse };
      return ['OK'];
    }
    if (command === 'AT+RESET') {
      restart();
      return ['OK'];
    }
    const [, given] = /^AT\+PARKEY="(.*)"$/.exec(command) ?? [];
    if (given !== undefined) {
      isUnlocked = given === password;
      return [isUnlocked ? 'OK' : '+CME ERROR: 16'];
    }
    const [, asked] = /^AT\+PAR\?(.+)$/.exec(command) ?? [];
    if (asked !== undefined) return asked in inUse ? [lineOf(asked), 'OK'] : ['+CME ERROR: 22'];
    const [, key, raw] = /^AT\+PAR=([^,]+),(.*)$/.exec(command) ?? [];
    return key === undefined || raw === undefined ? ['ERROR'] : write(key, raw);
  };

  const flipped = (lines: FakeReply): FakeReply =>
    lines?.map((line) =>
      line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1 + (commands % 8)) % 10)),
    );

  const isUnplugged = (at: number): boolean =>
    find('unplug', (fault) => fault.command <= at && at < fault.command + fault.for) !== undefined;

  return {
    reply: (command: string): FakeReply => {
      const at = commands;
      commands += 1;
      total += 1;
      const here = (fault: { readonly command: number }): boolean => fault.command === at;
      if (isUnplugged(at) || find('commandLost', here) !== undefined) return undefined;
      if (find('restart', here) !== undefined) {
        restart();
        return undefined;
      }
      const lines = execute(command);
      if (find('replyLost', here) !== undefined) return undefined;
      if (find('onlyOk', here) !== undefined && lines?.at(-1) === 'OK') return ['OK'];
      return find('flippedDigit', here) === undefined ? lines : flipped(lines);
    },
    /** The values in use. */
    values: (): Readonly<Record<string, string>> => inUse,
    /** The values after the next restart. */
    stored: (): Readonly<Record<string, string>> => stored,
    serial: (): string => present,
    /** Replaces the device with another device that has the same values. */
    setSerial: (next: string): void => {
      present = next;
    },
    /** Replaces the device with one that has another board and the same serial number. */
    setHardware: (next: string): void => {
      hardware = next;
    },
    setFirmware: (next: string): void => {
      firmware = next;
    },
    isPlugged: (): boolean => !isUnplugged(commands),
    setFaults: (next: readonly ParameterFault[]): void => {
      faults = next;
      commands = 0;
    },
    /** The number of commands so far. */
    commands: (): number => total,
    /** All writes that the device received. */
    writes: (): readonly string[] => received,
  };
};

/**
 * A device with parameters in memory, without a port and without time. It uses the dialect of the simulator: `AT+PAR?`,
 * `AT+PAR?KEY`, `AT+PAR=KEY,raw`, `AT+PARKEY="password"`, `AT+PARSAVE`, `AT+RESET`, `ATI`.
 */
export type FakeParameterDevice = ReturnType<typeof createFakeParameterDevice>;
