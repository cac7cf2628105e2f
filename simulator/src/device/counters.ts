/** What a test can ask of the device afterwards. All count from the start; reboots do not reset them. */
export interface Counters {
  bytesIn: number;
  bytesOut: number;
  /** Part of `bytesOut`: what bulk streams sent. */
  bulkBytes: number;
  commands: number;
  polls: number;
  /** Polls that came while the answer to an earlier command was still on its way: a client must never do this. */
  overlappingPolls: number;
  replies: number;
  errors: number;
  verboseOn: number;
  verboseOff: number;
  alarms: number;
  boots: number;
  unplugs: number;
  /** Times a client moved DTR or RTS: connecting must not. */
  lineChanges: number;
  breaks: number;
  /** Unasked lines that found the transmitter full. */
  dropped: number;
}

export const createCounters = (): Counters => ({
  bytesIn: 0,
  bytesOut: 0,
  bulkBytes: 0,
  commands: 0,
  polls: 0,
  overlappingPolls: 0,
  replies: 0,
  errors: 0,
  verboseOn: 0,
  verboseOff: 0,
  alarms: 0,
  boots: 0,
  unplugs: 0,
  lineChanges: 0,
  breaks: 0,
  dropped: 0,
});

/** A command as the device saw it. */
export interface ReceivedCommand {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** Which transport it came by: `pty`, `ws`, … */
  readonly transport: string;
  readonly text: string;
}
