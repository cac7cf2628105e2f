/** The sender of a request, as the HTTP layer knows it. */
export interface Caller {
  /** Network address, without port. */
  readonly address: string;
  /** HTTP method of the request. */
  readonly method: string;
  /** The authorization header, unchanged. */
  readonly authorization: string | undefined;
}
