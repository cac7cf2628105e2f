/**
 * Returns the container of modals and drawers. In the body, antd would lock scrolling with a style element without a
 * nonce. The body of the app never scrolls.
 */
export const overlayContainer = (): HTMLElement =>
  document.querySelector<HTMLElement>('#overlays') ?? document.body;
