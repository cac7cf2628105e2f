/**
 * Switches of every Chromium of the tests, which disable network access and dialogs. The sandbox is off because CI runs
 * as root. The two features of the address bar would start a renderer of 0.9 s of processor time for each window, and
 * the spare renderer is a process of 0.3 s that each page starts for a next one; the others are Playwright's defaults,
 * because the last switch overrides the others.
 */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
    ...[
      'AimEnabled',
      'AvoidCorsURLLoaderRestartOnRedirect',
      'AvoidUnnecessaryBeforeUnloadCheckSync',
    ],
    ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades'],
    ...['LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints'],
    ...['PaintHolding', 'PreconnectToSearch', 'TcpPortRandomizationWin'],
    ...['ThirdPartyStoragePartitioning'],
  ].join(',')}`,
];
