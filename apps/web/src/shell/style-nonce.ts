/** The nonce that the web host put into the page; Vite writes this element. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Gives the page's nonce to every style element that a script of ours creates [RX-09]. antd passes the nonce to its
 * theme only: its helpers for scroll locks and scroll bar widths create style elements without one, and the content
 * security policy refuses those. The policy stays as strict: only our own scripts run, and they can read the nonce.
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
