import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import { useServices } from '../react/core-context.tsx';
import { keepFocus } from '../react/kept-focus.ts';
import { singlePresses } from '../react/single-presses.ts';
import { useLive } from '../react/use-live.ts';
import { useMedia } from '../react/use-media.ts';
import { createStyleCache } from './antd-styles.ts';
import { antdTheme } from './antd-theme.ts';

/** Reads the nonce that the web host put into the page, in an element that Vite writes. */
const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * Adds the page's nonce to every style element that a script of the app creates [RX-09]. antd passes the nonce only to
 * its theme: its helpers for scroll locks and scroll bar widths create style elements without a nonce, which the
 * content security policy blocks. The policy stays strict: only scripts of the app run, and these can read the nonce.
 */
const addNonceToStyles = (page: Document): void => {
  const create = page.createElement.bind(page);
  Object.defineProperty(page, 'createElement', {
    value: (name: string, options?: ElementCreationOptions): HTMLElement => {
      const element = create(name, options);
      if (element instanceof HTMLStyleElement) element.nonce = styleNonce();
      return element;
    },
  });
};

addNonceToStyles(document);

/**
 * Returns the container of menus, modals and drawers. In the body, antd would lock scrolling with a style element
 * without a nonce. The body of the app never scrolls.
 */
const overlayContainer = (): HTMLElement =>
  document.querySelector<HTMLElement>('#overlays') ?? document.body;

const styleCache = createStyleCache();
const BUTTON = { autoInsertSpace: false };

/**
 * Provides antd with the app's theme, and with style elements that the content security policy allows [RX-09]. A press
 * has one effect [PAGE-228], and the focus is not lost [PAGE-231].
 */
export const AntdRoot = ({ children }: { readonly children: ReactNode }) => {
  const { theme, config } = useServices();
  const scheme = useLive(theme.scheme$);
  const density = useLive(theme.density$);
  const isTouch = useMedia('(pointer: coarse)');
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const { primaryColor } = config.brand;
  const [csp] = useState(() => ({ nonce: styleNonce() }));
  useLayoutEffect(() => singlePresses(window), []); // before the listeners of dialogs that are open from the start
  useEffect(() => keepFocus(document), []);
  return (
    <StyleProvider cache={styleCache}>
      <ConfigProvider
        componentSize={isTouch ? 'large' : density === 'compact' ? 'small' : 'middle'}
        csp={csp}
        getPopupContainer={overlayContainer}
        theme={antdTheme(scheme, primaryColor, isStill, isTouch)}
        button={BUTTON}
      >
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
};
