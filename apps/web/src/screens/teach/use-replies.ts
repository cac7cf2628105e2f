import { useEffect, useState } from 'react';
import { pollOf, textOfBytes, type Profile } from '@batbot/core/profiles';
import { useCore } from '../../react/core-context.tsx';

/** What the device sent last: its reply to one command, or what it sends by itself. */
export interface LastReply {
  /** The command; empty for what it sends by itself. */
  readonly command: string;
  readonly sent: Uint8Array;
  readonly bytes: Uint8Array;
  /** The information lines, if the reply is text. */
  readonly lines: readonly string[];
}

const MOST_COMMANDS = 16;
/** Of what the device sends by itself. */
const MOST_BYTES = 4_096;
const NOTHING = new Uint8Array();

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array =>
  Uint8Array.from([...first, ...second]).slice(-MOST_BYTES);

const linesOf = (bytes: Uint8Array): readonly string[] => textOfBytes(bytes).split(/[\r\n]+/);

/** Else the app's own commands ask, and the profile reads the lines of the replies. */
const asksItself = ({ line, polls }: Profile): boolean => line.quiet || polls.length > 0;

/** Without a beginning that may be cut off. */
const wholeLines = (bytes: Uint8Array): Uint8Array => bytes.subarray(bytes.indexOf(0x0a) + 1 || 0);

/** The last reply to each command; followed as long as `isLive`. */
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
    let unasked: Uint8Array = NOTHING;
    const subscription = link.transactions$.subscribe(({ text, bytes, reply, outcome }) => {
      isPending = false;
      if (reply.length === 0 || text.startsWith('AT+VB=')) return;
      if (outcome.kind === 'unproven') return; // it may be the reply to another command
      const isWhole = 'lines' in outcome; // else what came before the time-out, better than nothing
      const lines = isWhole ? outcome.lines : linesOf(reply);
      take({ command: text, sent: bytes, bytes: reply, lines }, isWhole);
    });
    subscription.add(
      link.traffic$.subscribe((traffic) => {
        if (traffic.kind === 'opened') {
          unasked = NOTHING;
          setReplies([]); // it may be another device
        }
        if (traffic.kind === 'sent') isPending = traffic.isRaw !== true;
        if (traffic.kind !== 'received' || isPending) return;
        unasked = joined(unasked, traffic.bytes);
        const bytes = wholeLines(unasked);
        take({ command: '', sent: NOTHING, bytes, lines: linesOf(bytes) });
      }),
    );
    return () => {
      subscription.unsubscribe();
    };
  }, [isLive, link]);
  return replies;
};

/** The bytes of a reply as the profile gets them, and the poll that they answer. */
export const givenTo = (
  profile: Profile,
  { bytes, lines, sent }: LastReply,
): { readonly bytes: Uint8Array; readonly poll?: string } => {
  if (!asksItself(profile))
    return { bytes: new TextEncoder().encode(lines.map((each) => `${each}\r\n`).join('')) };
  const poll = pollOf(profile, sent);
  return poll === undefined ? { bytes } : { bytes, poll };
};
