/** Returns the text of the next list of a select at the moment when the list is added to the page. */
export const firstOptions = (): Promise<string> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const list = document.querySelector('.ant-select-dropdown');
      if (list === null) return;
      observer.disconnect();
      resolve(list.textContent);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
