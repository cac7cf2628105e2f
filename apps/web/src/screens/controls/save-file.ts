/** Saves a text as a download. The parts are texts or their UTF-8 bytes. */
export const saveFile = (name: string, type: string, parts: readonly BlobPart[]): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

export const saveJson = (name: string, text: string): void =>
  saveFile(name, 'application/json', [text]);
