/** Where this computer gets its power from. `unknown`: the platform does not report it. */
export type PowerState =
  | { readonly kind: 'charging' }
  | { readonly kind: 'battery'; readonly percent: number }
  | { readonly kind: 'unknown' };

/** The power supply of this computer. Rules for implementations: nothing rejects. */
export interface HostPower {
  readonly read: () => Promise<PowerState>;
}
