/** The part of `WebSocket` that this adapter uses. Browsers, Node and the `ws` package provide it. */
export interface Socket {
  binaryType: BinaryType;
  readonly bufferedAmount: number;
  readonly send: (data: Uint8Array<ArrayBuffer> | string) => void;
  readonly close: (code?: number, reason?: string) => void;
  readonly addEventListener: <Type extends keyof SocketEvents>(
    type: Type,
    listener: (event: SocketEvents[Type]) => void,
  ) => void;
}

export interface SocketEvents {
  readonly open: unknown;
  readonly error: unknown;
  readonly message: { readonly data: unknown };
  readonly close: { readonly code: number; readonly reason: string };
}

/** The `WebSocket` constructor, which throws on an invalid address. */
export type SocketConstructor = new (url: string) => Socket;

/** Why the simulator closed a socket of `/serial`. */
export const CloseCode = {
  normal: 1000,
  badSettings: 4000,
  busy: 4001,
  unplugged: 4002,
  gone: 4003,
} as const;
