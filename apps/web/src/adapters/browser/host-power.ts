import type { HostPower } from '@batbot/core';

/** The part of the Battery Status API that is used. Only Chromium has it. */
export interface BatteryNavigator {
  readonly getBattery?: () => Promise<{ readonly charging: boolean; readonly level: number }>;
}

/** Reads the power supply of this computer. A computer without a battery reports that it is charging. */
export const createHostPower = (navigator: BatteryNavigator): HostPower => ({
  read: async () => {
    try {
      const battery = await navigator.getBattery?.();
      if (battery === undefined) return { kind: 'unknown' };
      return battery.charging
        ? { kind: 'charging' }
        : { kind: 'battery', percent: battery.level * 100 };
    } catch {
      return { kind: 'unknown' }; // a policy of the site forbids it
    }
  },
});
