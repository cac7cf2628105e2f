/** Hands a text, given in parts as texts or as its UTF-8, to the user as a file. */
export const saveFile = (
  page: Document,
  name: string,
  type: string,
  parts: readonly BlobPart[],
): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken its own hold of the data by then.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10_000);
};
