import { textOfBytes } from '../prelude/text-of-bytes.ts';

/** A message that is not complete yet. */
interface Open {
  readonly size: number;
  readonly bytes: number[];
  next: number;
}

const MOST_SENDERS = 16;
/** The bytes of a CAN frame. */
const FRAME_BYTES = 8;

/**
 * Parses a CAN frame as an ELM327 prints it, with or without spaces: `7EC 10 3E 62 …`. Returns its sender and its
 * bytes.
 */
const canFrame = (
  line: string,
): { readonly id: string; readonly bytes: readonly number[] } | undefined => {
  const digits = line.replace(/[ >]/g, '');
  if (!/^[\da-f]{5,24}$/i.test(digits)) return undefined;
  // A sender of three digits makes the count odd; one of eight makes it even.
  const idLength = digits.length % 2 === 1 ? 3 : 8;
  if (digits.length < idLength + 2 || digits.length > idLength + 16) return undefined;
  const pairs = digits.slice(idLength).match(/../g) ?? [];
  return { id: digits.slice(0, idLength), bytes: pairs.map((pair) => Number.parseInt(pair, 16)) };
};

/** The services of OBD-II and UDS whose reply repeats an identifier, and its length in bytes. */
const IDENTIFIER_BYTES: ReadonlyMap<number, number> = new Map([
  [0x01, 1],
  [0x21, 1],
  [0x22, 2],
]);

/**
 * Returns the first bytes of the reply to a command such as `220102`: its service plus 0x40, and its identifier. Empty
 * for any other command.
 */
export const replyStart = (command: string): readonly number[] => {
  const digits = command.replace(/\s/g, '');
  if (!/^[\da-f]{4,}$/i.test(digits)) return [];
  const [service = 0, ...rest] = (digits.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  const length = IDENTIFIER_BYTES.get(service);
  return length === undefined ? [] : [service + 0x40, ...rest.slice(0, length)];
};

/**
 * Whether a frame is complete. Only the last frame of a message may be shorter, if the sender does not pad it. A lost byte
 * would move the values after it.
 */
const isWhole = (dataBytes: number, restOfMessage: number): boolean =>
  dataBytes === FRAME_BYTES - 1 || dataBytes === restOfMessage;

/**
 * Creates an assembler of messages from CAN frames in text lines (ISO 15765-2). A missing or shortened frame discards the
 * message.
 */
export const createIsoTpJoiner = () => {
  const open = new Map<string, Open>();

  const first = (id: string, bytes: readonly number[]): undefined => {
    const [high = 0, low = 0, ...data] = bytes;
    open.delete(id);
    if (bytes.length < FRAME_BYTES) return undefined;
    if (open.size >= MOST_SENDERS) open.clear();
    open.set(id, { size: (high & 0xf) * 256 + low, bytes: [...data], next: 1 });
    return undefined;
  };

  const following = (id: string, [head = 0, ...data]: readonly number[]) => {
    const message = open.get(id);
    if (message === undefined) return undefined;
    const rest = message.size - message.bytes.length;
    if ((head & 0xf) !== message.next || !isWhole(data.length, rest)) {
      open.delete(id);
      return undefined;
    }
    message.next = (message.next + 1) & 0xf;
    message.bytes.push(...data);
    if (message.bytes.length < message.size) return undefined;
    open.delete(id);
    return Uint8Array.from(message.bytes.slice(0, message.size));
  };

  return {
    /** Adds a line. Returns the message that it completes. */
    line: (line: Uint8Array): Uint8Array | undefined => {
      const frame = canFrame(textOfBytes(line));
      if (frame === undefined) return undefined;
      const { id, bytes } = frame;
      const [head = 0, ...data] = bytes;
      switch (head >> 4) {
        case 0:
          return head > 0 && head <= data.length && isWhole(data.length, head)
            ? Uint8Array.from(data.slice(0, head))
            : undefined;
        case 1:
          return first(id, bytes);
        case 2:
          return following(id, bytes);
        default:
          return undefined;
      }
    },
    reset: () => open.clear(),
  };
};
