/** The response body exceeds the limit. No part of it is used. */
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

/** Statuses of responses without a body. Chromium gives them an empty one, with which no `Response` can be created. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** Wraps `fetch` so that it reads the whole response body. Rejects if the body exceeds `limitBytes` (NW-10). */
export const createCappedFetch =
  (request: typeof fetch, limitBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await request(input, init);
    const { body, status, statusText, headers } = response;
    if (body === null || WITHOUT_BODY.includes(status)) return response;
    return new Response(await readCapped(body, limitBytes), { status, statusText, headers });
  };
