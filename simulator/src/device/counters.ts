/** Counters of a device for tests. All count from the start; reboots do not reset them. */
export interface Counters {
  bytesIn: number;
  bytesOut: number;
  /** Bytes of bulk streams, which `bytesOut` includes. */
  bulkBytes: number;
  commands: number;
  polls: number;
  /** Polls that arrived while the reply to an earlier command was still being sent. A client must never do this. */
  overlappingPolls: number;
  replies: number;
  errors: number;
  verboseOn: number;
  verboseOff: number;
  alarms: number;
  boots: number;
  unplugs: number;
  /** How often a client changed DTR or RTS. Connecting must not change them. */
  lineChanges: number;
  breaks: number;
  /** Unsolicited lines that were dropped because the transmit buffer was full. */
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

export interface ReceivedCommand {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** The transport on which it arrived: `pty`, `ws`, … */
  readonly transport: string;
  readonly text: string;
}
