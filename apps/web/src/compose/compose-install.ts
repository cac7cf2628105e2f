import { createLive, type Clock, type Core, type KeepAwake, type Live } from '@batbot/core';
import { createFirmwareInstall, type FirmwareInstall } from '@batbot/core/firmware';
import type { DeviceParameters } from '@batbot/core/parameters';
import { type DeviceReport, type Workspace, type WorkspaceStore } from '@batbot/core/workspace';
import { createHostPower, type BatteryNavigator } from '../adapters/browser/host-power.ts';
import { installInput } from '../adapters/graphql/report-inputs.ts';
import { createWebSealCrypto } from '../adapters/web-crypto/web-seal-crypto.ts';

export interface InstallHostParts {
  readonly core$: Live<Core | undefined>;
  readonly parameters$: Live<DeviceParameters | undefined>;
  readonly workspace$: Live<Workspace | undefined>;
  readonly loadWorkspace: () => Promise<void>;
  readonly clock: Clock;
  readonly keepAwake: KeepAwake;
  readonly store: WorkspaceStore;
  readonly page: Window & typeof globalThis;
  /** Fingerprints of the publishers whose images may be installed. */
  readonly trustedKeys: readonly string[];
  /** Reports an install for the log of its asset. */
  readonly log: (report: DeviceReport) => void;
}

/** Composes the firmware installs of the signed-in user; undefined without a user. */
export const composeInstall = (parts: InstallHostParts): Live<FirmwareInstall | undefined> => {
  const { core$, parameters$, workspace$, clock, keepAwake, store, page } = parts;
  const workspace = async (): Promise<Workspace | undefined> => {
    await parts.loadWorkspace().catch(() => undefined); // without a workspace no piece is found, and nothing is reported
    return workspace$.value;
  };
  const install = createLive<FirmwareInstall | undefined>(undefined);
  parameters$.subscribe((parameters) => {
    install.live.value?.dispose();
    const core = core$.value;
    const user = core?.session.state$.value;
    install.set(
      parameters === undefined || core === undefined || user?.kind !== 'signedIn'
        ? undefined
        : createFirmwareInstall({
            link: core.link,
            telemetry: core.telemetry,
            parameters,
            clock,
            keepAwake,
            power: createHostPower(page.navigator as Navigator & BatteryNavigator),
            store,
            userId: user.user.userid,
            crypto: createWebSealCrypto(page.crypto.subtle),
            trustedKeys: parts.trustedKeys,
            readPiece: async (sha256) => {
              const piece = await (await workspace())?.piece(sha256);
              return piece?.ok === true ? piece.value : undefined;
            },
            onReport: (report) => {
              const input = installInput(report, page.crypto.randomUUID());
              const { serial } = report;
              parts.log({ userId: user.user.userid, serial, kind: 'reportInstall', input });
            },
          }),
    );
  });
  return install.live;
};
