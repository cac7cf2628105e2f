/** Who asks, as far as the transport knows. */
export interface Caller {
  /** Network address, without port. */
  readonly address: string;
  /** HTTP method of the request. */
  readonly method: string;
  /** The authorization header as it came. */
  readonly authorization: string | undefined;
}
