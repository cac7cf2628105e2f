import { createContext, useContext, type ComponentType } from 'react';
import type { AccountCore, Clock, Core, Live } from '@batbot/core';
import type { FirmwareInstall } from '@batbot/core/firmware';
import type { DeviceParameters } from '@batbot/core/parameters';
import type { Workspace, WorkspaceServer } from '@batbot/core/workspace';
import type { WebConfig } from '../config.ts';
import type { ThemeChoice } from './theme-choice.ts';
import type { MapPort } from './map-port.ts';
import { useLive } from './use-live.ts';

/** The services that `compose` creates for the screens. */
export interface Services {
  /** Session and notices, available from the start. */
  readonly account: AccountCore;
  /** The core of the signed-in user; undefined before `loadCore` has settled. Each user has a separate core. */
  readonly core$: Live<Core | undefined>;
  /** Loads and starts the device part once. Rejects if the chunk fails to load; a later call tries again. */
  readonly loadCore: () => Promise<void>;
  /** The workspace of the signed-in user; undefined before `loadWorkspace` has settled. */
  readonly workspace$: Live<Workspace | undefined>;
  /** Loads and starts the workspace once. Rejects if the chunk fails to load; a later call tries again. */
  readonly loadWorkspace: () => Promise<void>;
  /** The parameters of the connected device; undefined before `loadParameters` has settled. */
  readonly parameters$: Live<DeviceParameters | undefined>;
  /** The firmware installs of the signed-in user; undefined before `loadParameters` has settled. */
  readonly install$: Live<FirmwareInstall | undefined>;
  readonly loadParameters: () => Promise<void>;
  /** Sets the password of an invited user. Rejects if its chunk fails to load. */
  readonly acceptInvitation: WorkspaceServer['acceptInvitation'];
  readonly config: WebConfig;
  /** What the lock of the local data shows on the login page. Absent if the data is not locked. */
  readonly lock?:
    | {
        readonly View: ComponentType;
        /** Whether everything that a user keeps on this computer is encrypted, and stays after a logout. */
        readonly isEncrypted: (userId: string) => boolean;
      }
    | undefined;
  readonly map: MapPort;
  readonly theme: ThemeChoice;
  /** The clock of the screens. */
  readonly clock: Clock;
  /** Resolves at the first click on the page, from which browsers allow sound [PUSH-7]. */
  readonly firstClick: Promise<unknown>;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('A screen was rendered outside of ServicesProvider.');
  return services;
};

/** Returns the account part of the core, which is available everywhere. */
export const useAccount = (): AccountCore => useServices().account;

/**
 * Returns the core of the signed-in user. It is available inside the shell, which is rendered after the core has
 * loaded.
 */
export const useCore = (): Core => {
  const core = useLive(useServices().core$);
  if (core === undefined) throw new Error('A screen asked for the core before it was loaded.');
  return core;
};
