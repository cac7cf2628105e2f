/**
 * Where modals and drawers go. With the body itself, antd would lock its scrolling by a style element without nonce;
 * ours never scrolls.
 */
export const overlayContainer = (): HTMLElement =>
  document.querySelector<HTMLElement>('#overlays') ?? document.body;
