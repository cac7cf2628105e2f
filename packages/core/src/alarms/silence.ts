import type { Origin } from '../link/traffic.ts';
import type { LinkHealth } from '../telemetry/link-health.ts';

/** Why a connected device's live data stay away although they are asked for. */
export type Silence =
  | 'noReply'
  /** A command of the user's holds the line: polls wait. */
  | 'busy'
  /** Replies arrive, but none contains readable live data. */
  | 'unreadable';

/** What the last poll shows of it; `sender` is whose command went out last. */
export const silenceAfter = (
  silence: Silence,
  before: LinkHealth,
  now: LinkHealth,
  sender: Origin,
): Silence => {
  if (now.timeouts > before.timeouts) return 'noReply';
  if (now.rejected > before.rejected) return 'unreadable';
  // Behind a poll of ours ticks are let pass too, and say nothing yet.
  if (now.skipped > before.skipped) return sender === 'user' ? 'busy' : silence;
  return 'noReply'; // answered, or another connection: what comes next is not known
};
