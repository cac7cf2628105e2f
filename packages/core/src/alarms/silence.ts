import type { Origin } from '../link/traffic.ts';
import type { LinkHealth } from '../telemetry/link-health.ts';

/** Why there is no live data of a connected device although it is polled. */
export type Silence =
  | 'noReply'
  /** A user command is pending: polls wait. */
  | 'busy'
  /** Replies arrive, but none contains readable live data. */
  | 'unreadable';

/** The reason after a poll; `sender` is who sent the last command. */
export const silenceAfter = (
  silence: Silence,
  before: LinkHealth,
  now: LinkHealth,
  sender: Origin,
): Silence => {
  if (now.timeouts > before.timeouts) return 'noReply';
  if (now.rejected > before.rejected) return 'unreadable';
  // Polls are also skipped while another poll is pending, which shows nothing yet.
  if (now.skipped > before.skipped) return sender === 'user' ? 'busy' : silence;
  return 'noReply'; // answered, or another connection: the next reason is not known
};
