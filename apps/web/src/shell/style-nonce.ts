/** Reads the nonce that the web host put into the page, in an element that Vite writes. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Adds the page's nonce to every style element that a script of the app creates [RX-09]. antd passes the nonce only to
 * its theme: its helpers for scroll locks and scroll bar widths create style elements without a nonce, which the
 * content security policy blocks. The policy stays strict: only scripts of the app run, and these can read the nonce.
 */
export const addNonceToStyles = (page: Document): void => {
  const create = page.createElement.bind(page);
  Object.defineProperty(page, 'createElement', {
    value: (name: string, options?: ElementCreationOptions): HTMLElement => {
      const element = create(name, options);
      if (element instanceof HTMLStyleElement) element.nonce = styleNonce();
      return element;
    },
  });
};
