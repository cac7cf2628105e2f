/** A body that grew past the limit; nothing of it is used. */
class BodyTooLargeError extends Error {}

const readCapped = async (body: ReadableStream<Uint8Array>, limitBytes: number): Promise<Blob> => {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    length += value.byteLength;
    if (length > limitBytes) {
      void reader.cancel().catch(() => undefined);
      throw new BodyTooLargeError(`The body has more than ${String(limitBytes)} bytes.`);
    }
    chunks.push(new Uint8Array(value));
  }
};

/** A `fetch` whose answers have read their body, of at most `limitBytes`; rejects with a larger one (NW-10). */
export const createCappedFetch =
  (request: typeof fetch, limitBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await request(input, init);
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(await readCapped(body, limitBytes), { status, statusText, headers });
  };
