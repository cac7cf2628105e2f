/** Hands a text to the user as a file. */
export const saveText = (page: Document, name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has taken its own hold of the data by the next turn.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 0);
};
