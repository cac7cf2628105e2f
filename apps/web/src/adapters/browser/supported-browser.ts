/** What a browser tells of itself: parts of `navigator`. */
export interface BrowserIdentity {
  readonly userAgent: string;
  /** `navigator.userAgentData?.brands`, names only. */
  readonly brands?: readonly string[];
  /** Whether `navigator.brave` is there: Brave calls itself Chrome in every other respect. */
  readonly hasBraveMark: boolean;
}

export type SupportedBrowser = 'chrome' | 'edge' | 'brave';

/** Browsers on Chromium that say "Chrome" too and are not among the supported. */
const OTHERS =
  /\b(OPR|Opera|OPX|SamsungBrowser|YaBrowser|Vivaldi|UCBrowser|DuckDuckGo|Ddg|Whale|Silk|Electron|MiuiBrowser|HuaweiBrowser|QQBrowser|Avast|AVG|CCleaner|Norton|Iron|Sleipnir|Puffin|EdgiOS|CriOS|wv)\b/i;

const OTHER_BRANDS =
  /opera|samsung|yandex|vivaldi|duckduckgo|whale|avast|avg|ccleaner|norton|webview|electron/i;

/**
 * Which of the supported browsers this is, if any (specification, section 5). Chromium counts as Chrome, whose
 * sources it is: installations for tests and on Linux have nothing else.
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

/** Reads the identity from `navigator`, whose newer parts TypeScript's library does not know. */
export const identityOf = (navigator: BrandedNavigator): BrowserIdentity => {
  const brands = navigator.userAgentData?.brands?.map(({ brand }) => brand);
  return {
    userAgent: navigator.userAgent,
    hasBraveMark: navigator.brave !== undefined,
    ...(brands === undefined ? {} : { brands }),
  };
};
