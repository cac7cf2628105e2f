/** Reads a file in parts, so that it is never in memory as a whole. Stops when `isWanted` returns false. */
export async function* fileParts(
  file: Blob,
  onRead: (bytes: number) => void,
  isWanted: () => boolean,
): AsyncGenerator<Uint8Array, void> {
  const reader = file.stream().getReader();
  let read = 0;
  try {
    while (isWanted()) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.length;
      onRead(read);
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
