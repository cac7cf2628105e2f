import { createContext, useContext } from 'react';
import type { AccountCore, Core, Live } from '@batbot/core';
import type { Workspace, WorkspaceServer } from '@batbot/core/workspace';
import type { WebConfig } from '../config.ts';
import type { ThemeChoice } from './theme-choice.ts';
import type { MapPort } from './map-port.ts';
import { useLive } from './use-live.ts';

/** What `compose` builds and the screens use. */
export interface Services {
  /** From the beginning: session and notices. */
  readonly account: AccountCore;
  /** The core of the signed-in user, once `loadCore` has settled; another user gets another one. */
  readonly core$: Live<Core | undefined>;
  /** Loads and starts the device part, once. Rejects when the chunk fails to load; call it again then. */
  readonly loadCore: () => Promise<void>;
  /** The workspace of the signed-in user, once `loadWorkspace` has settled. */
  readonly workspace$: Live<Workspace | undefined>;
  /** Loads and starts the workspace, once. Rejects when the chunk fails to load; call it again then. */
  readonly loadWorkspace: () => Promise<void>;
  /** Sets the password of an invited person. Rejects when its chunk fails to load. */
  readonly acceptInvitation: WorkspaceServer['acceptInvitation'];
  readonly config: WebConfig;
  readonly map: MapPort;
  readonly theme: ThemeChoice;
  /** Resolves at the first click on the page: browsers allow sound from then on [PUSH-7]. */
  readonly firstClick: Promise<unknown>;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('A screen was rendered outside of ServicesProvider.');
  return services;
};

/** The account part of the core; available everywhere. */
export const useAccount = (): AccountCore => useServices().account;

/** The core of the signed-in user; available inside the shell, which is rendered after it has loaded. */
export const useCore = (): Core => {
  const core = useLive(useServices().core$);
  if (core === undefined) throw new Error('A screen asked for the core before it was loaded.');
  return core;
};
