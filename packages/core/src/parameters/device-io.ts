import type { Link } from '../link/link-api.ts';
import type { Outcome } from '../link/traffic.ts';
import { encodeCommand } from '../protocol/commands.ts';
import { identityIn, type DeviceIdentity } from '../protocol/device-identity.ts';
import { err, mapOk, ok, type Result } from '../prelude/result.ts';
import type { ParameterSchema } from './parameter-schema.ts';
import { usualForm } from './value-text.ts';

/** Texts on the line, by key. */
export type RawValues = ReadonlyMap<string, string>;

/** Why a command did not succeed. `unknown`: the device may or may not have received it. */
export interface SendFailure {
  readonly kind: 'refused' | 'unknown';
  /** A text that follows the name of the command: "was refused: +CME ERROR: 50". */
  readonly text: string;
}

const UNSENT = { kind: 'unknown', text: 'was not sent: no device is connected' } as const;

const failureOf = (outcome: Outcome | { readonly kind: 'notConnected' }): SendFailure => {
  switch (outcome.kind) {
    case 'error':
      return { kind: 'refused', text: `was refused: ${outcome.code ?? outcome.lines.join(' ')}` };
    case 'timeout':
      return { kind: 'unknown', text: 'got no reply in time' };
    case 'lost':
      return outcome.isUnsent === true
        ? UNSENT
        : { kind: 'unknown', text: 'got no reply: the device was unplugged or restarted' };
    case 'notConnected':
      return UNSENT;
    case 'writeFailed':
      return { kind: 'unknown', text: `could not be sent: ${outcome.message}` };
    case 'unproven':
      return { kind: 'unknown', text: 'got a reply that may answer an earlier command' };
    case 'ok':
    case 'streaming':
      return { kind: 'unknown', text: 'got a reply without an end' };
  }
};

/** Fills the places of a template. The values contain no braces that could be places. */
export const filled = (template: string, places: Readonly<Record<string, string>>): string =>
  template.replace(/\{(key|value|password)\}/g, (place, name: string) => places[name] ?? place);

/** Returns the reported values. A key that is reported twice with different values is left out. */
const valuesIn = (lines: readonly string[], schema: ParameterSchema): RawValues => {
  const prefix = schema.commands.reply.trimEnd();
  const values = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const line of lines) {
    if (!line.startsWith(prefix)) continue;
    const rest = line.slice(prefix.length).trim();
    const comma = rest.indexOf(',');
    if (comma <= 0) continue;
    const key = rest.slice(0, comma).trim();
    const raw = usualForm(schema, key, rest.slice(comma + 1).trim());
    if (values.has(key) && values.get(key) !== raw) doubtful.add(key);
    values.set(key, raw);
  }
  for (const key of doubtful) values.delete(key);
  return values;
};

/** The reply to ATI. */
export interface Identified {
  readonly identity: DeviceIdentity;
  readonly lines: readonly string[];
}

export type Sent<T> = Promise<Result<T, SendFailure>>;

/** Sends commands as the user's, and reads parameters. */
export type DeviceIo = ReturnType<typeof createDeviceIo>;

export const createDeviceIo = (link: Pick<Link, 'execute'>) => {
  const sent: string[] = [];

  /**
   * Returns the information lines of the reply. Only a reply with a final result code is a success. The password replaces
   * `{password}` in what is sent; the template is shown and recorded.
   */
  const send = async (text: string, password?: string): Sent<readonly string[]> => {
    const outcome = await link.execute({
      text,
      bytes: encodeCommand(password === undefined ? text : filled(text, { password }), 'crlf'),
      ...(password !== undefined && { shownBytes: encodeCommand(text, 'crlf') }),
      origin: 'user',
      needsCode: true,
    });
    const wasSent =
      outcome.kind === 'lost' ? outcome.isUnsent !== true : outcome.kind !== 'notConnected';
    if (wasSent) sent.push(text);
    const hasEnd = outcome.kind === 'ok' && outcome.endedBy !== 'silence';
    return hasEnd ? ok(outcome.lines) : err(failureOf(outcome));
  };

  const readOne = async (schema: ParameterSchema, key: string): Sent<string> => {
    const reply = await send(filled(schema.commands.read, { key }));
    if (!reply.ok) return reply;
    const raw = valuesIn(reply.value, schema).get(key);
    return raw === undefined
      ? err({ kind: 'unknown', text: 'got a reply without a value' })
      : ok(raw);
  };

  return {
    send,
    /** Asks for the identity once. The reply may have none; see `identify` in read-steadily.ts. */
    askIdentity: async (): Sent<Identified> =>
      mapOk(await send('ATI'), (lines) => ({ identity: identityIn(lines), lines })),
    /** Reads all parameters. Those that the device did not report are missing. */
    readAll: async (
      schema: ParameterSchema,
      onProgress?: (read: number) => void,
    ): Sent<RawValues> => {
      const { readAll } = schema.commands;
      if (readAll !== undefined)
        return mapOk(await send(readAll), (lines) => valuesIn(lines, schema));
      const values = new Map<string, string>();
      for (const { key } of schema.parameters) {
        const raw = await readOne(schema, key);
        if (raw.ok) values.set(key, raw.value);
        else if (raw.error.kind === 'unknown') return raw;
        onProgress?.(values.size);
      }
      return ok(values);
    },
    readOne,
    /** The texts of the sent commands, without passwords. */
    sent: (): readonly string[] => sent,
  };
};
