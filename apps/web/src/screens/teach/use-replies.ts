import { useEffect, useState } from 'react';
import { pollOf, textOfBytes, type Profile } from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';

/** The last data of the device: its reply to a command, or its unsolicited data. */
export interface LastReply {
  /** The command; empty for unsolicited data. */
  readonly command: string;
  readonly sent: Uint8Array;
  readonly bytes: Uint8Array;
  /** The information lines, if the reply is text. */
  readonly lines: readonly string[];
}

const MOST_COMMANDS = 16;
/** Maximum number of unsolicited bytes that are kept. */
const MOST_BYTES = 4_096;
const NOTHING = new Uint8Array();

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  Uint8Array.from([...first, ...second]).slice(-MOST_BYTES);

const linesOf = (bytes: Uint8Array): readonly string[] => textOfBytes(bytes).split(/[\r\n]+/);

/**
 * Whether the profile polls the device. Otherwise the app's own commands do, and the profile reads the lines of the
 * replies.
 */
const asksItself = ({ line, polls }: Profile): boolean => line.quiet || polls.length > 0;

/** Removes the first line, which may be incomplete. */
const wholeLines = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.indexOf(0x0a) + 1 || 0);

/** Returns the last reply to each command. The replies are updated while `isLive` is true. */
export const useReplies = (isLive: boolean): readonly LastReply[] => {
  const { link, profileChoice, telemetry } = useCore();
  const [replies, setReplies] = useState<readonly LastReply[]>(() => {
    const choice = profileChoice.state$.value;
    if (choice.kind === 'chosen' && asksItself(choice.profile)) return [];
    const data = telemetry.liveData$.value;
    const raw = data.kind === 'sample' ? data.raw : telemetry.health$.value.lastRejection?.raw;
    if (raw === undefined) return [];
    const bytes = new TextEncoder().encode(raw.join('\r\n'));
    return [{ command: 'AT+ADATA', sent: NOTHING, bytes, lines: raw }];
  });
  useEffect(() => {
    if (!isLive) return;
    const take = (reply: LastReply, isWhole = true): void => {
      setReplies((before) => {
        const at = before.findIndex(({ command }) => command === reply.command);
        if (!isWhole && at >= 0) return before;
        return at < 0 ? [...before, reply].slice(-MOST_COMMANDS) : before.with(at, reply);
      });
    };
    let isPending = false;
    let unsolicited: Uint8Array = NOTHING;
    const subscription = link.transactions$.subscribe(({ text, bytes, reply, outcome }) => {
      isPending = false;
      if (reply.length === 0 || text.startsWith('AT+VB=')) return;
      if (outcome.kind === 'unproven') return; // the reply may belong to another command
      const isWhole = 'lines' in outcome; // otherwise the part that arrived before the timeout is shown
      const lines = isWhole ? outcome.lines : linesOf(reply);
      take({ command: text, sent: bytes, bytes: reply, lines }, isWhole);
    });
    subscription.add(
      link.traffic$.subscribe((traffic) => {
        if (traffic.kind === 'opened') {
          unsolicited = NOTHING;
          setReplies([]); // another device may be connected
        }
        if (traffic.kind === 'sent') isPending = traffic.isRaw !== true;
        if (traffic.kind !== 'received' || isPending) return;
        if (traffic.origin === 'background') return; // the end of a reply, whose transaction came first
        unsolicited = joined(unsolicited, traffic.bytes);
        const bytes = wholeLines(unsolicited);
        take({ command: '', sent: NOTHING, bytes, lines: linesOf(bytes) });
      }),
    );
    return () => subscription.unsubscribe();
  }, [isLive, link]);
  return replies;
};

/** Returns the bytes of a reply in the form for the profile, and the poll that they answer. */
export const givenTo = (
  profile: Profile,
  { bytes, lines, sent }: LastReply,
): { readonly bytes: Uint8Array; readonly poll?: string } => {
  if (!asksItself(profile))
    return { bytes: new TextEncoder().encode(lines.map((each) => `${each}\r\n`).join('')) };
  const poll = pollOf(profile, sent);
  return poll === undefined ? { bytes } : { bytes, poll };
};
