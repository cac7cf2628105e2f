/** The identity of a browser: properties of `navigator`. */
export interface BrowserIdentity {
  readonly userAgent: string;
  /** The names in `navigator.userAgentData?.brands`. */
  readonly brands?: readonly string[];
  /** Whether `navigator.brave` exists, the only property that distinguishes Brave from Chrome. */
  readonly hasBraveMark: boolean;
}

export type SupportedBrowser = 'chrome' | 'edge' | 'brave';

/** Chromium-based browsers that also contain "Chrome" in their user agent, but are not supported. */
const OTHERS =
  /\b(OPR|Opera|OPX|SamsungBrowser|YaBrowser|Vivaldi|UCBrowser|DuckDuckGo|Ddg|Whale|Silk|Electron|MiuiBrowser|HuaweiBrowser|QQBrowser|Avast|AVG|CCleaner|Norton|Iron|Sleipnir|Puffin|EdgiOS|CriOS|wv)\b/i;

const OTHER_BRANDS =
  /opera|samsung|yandex|vivaldi|duckduckgo|whale|avast|avg|ccleaner|norton|webview|electron/i;

/**
 * Returns which supported browser this is, or undefined (specification, section 5). Chromium counts as Chrome, because
 * test systems and Linux installations often have only Chromium.
 */
export const supportedBrowser = (identity: BrowserIdentity): SupportedBrowser | undefined => {
  const { userAgent, brands = [], hasBraveMark } = identity;
  if (OTHERS.test(userAgent) || brands.some((brand) => OTHER_BRANDS.test(brand))) return undefined;
  if (!/\b(?:Headless)?(?:Chrome|Chromium)\/\d/.test(userAgent)) return undefined;
  if (hasBraveMark || brands.includes('Brave')) return 'brave';
  return /\bEdgA?\/\d/.test(userAgent) || brands.includes('Microsoft Edge') ? 'edge' : 'chrome';
};

interface BrandedNavigator {
  readonly userAgent: string;
  readonly userAgentData?: { readonly brands?: readonly { readonly brand: string }[] };
  readonly brave?: unknown;
}

/** Reads the identity from `navigator`, whose newer properties TypeScript's DOM library does not declare. */
export const identityOf = (navigator: BrandedNavigator): BrowserIdentity => {
  const brands = navigator.userAgentData?.brands?.map(({ brand }) => brand);
  return {
    userAgent: navigator.userAgent,
    hasBraveMark: navigator.brave !== undefined,
    ...(brands === undefined ? {} : { brands }),
  };
};
