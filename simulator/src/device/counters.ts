export const createCounters = () => ({
  bytesIn: 0,
  bytesOut: 0,
  /** Bytes of bulk streams, which `bytesOut` includes. */
  bulkBytes: 0,
  commands: 0,
  polls: 0,
  /** Polls that arrived while the reply to an earlier command was still being sent. A client must never do this. */
  overlappingPolls: 0,
  replies: 0,
  errors: 0,
  verboseOn: 0,
  verboseOff: 0,
  alarms: 0,
  boots: 0,
  unplugs: 0,
  /** How often a client changed DTR or RTS. Connecting must not change them. */
  lineChanges: 0,
  breaks: 0,
  /** Unsolicited lines that were dropped because the transmit buffer was full. */
  dropped: 0,
});

/** Counters of a device for tests. All count from the start; reboots do not reset them. */
export type Counters = ReturnType<typeof createCounters>;

export interface ReceivedCommand {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** The transport on which it arrived: `pty`, `ws`, … */
  readonly transport: string;
  readonly text: string;
}
