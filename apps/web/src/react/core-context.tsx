import { createContext, useContext } from 'react';
import type { Core } from '@batbot/core';
import type { WebConfig } from '../config.ts';
import type { ThemeChoice } from '../shell/theme-choice.ts';

/** A way to reach a device, as the user chooses it. */
export interface DeviceWay {
  /** The id of one of `core.link.links`. */
  readonly id: string;
  readonly label: string;
}

/** What `compose` builds and the screens use. */
export interface Services {
  readonly core: Core;
  readonly config: WebConfig;
  readonly theme: ThemeChoice;
  readonly ways: readonly DeviceWay[];
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

export const useServices = (): Services => {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('A screen was rendered outside of ServicesProvider.');
  return services;
};

export const useCore = (): Core => useServices().core;
