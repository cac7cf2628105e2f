import type { InstallPhase, NextStep } from '@batbot/core/firmware';

/** The titles of the phases of an install that succeeds, in order. */
export const PHASE_TITLES: Readonly<Partial<Record<InstallPhase, string>>> = {
  entering: 'Boot loader',
  transferring: 'Transfer',
  restarting: 'Restart',
  restoring: 'Settings',
};

/** What the install does now. */
export const PHASE_TEXTS: Readonly<Record<InstallPhase, string>> = {
  entering: 'Starting the boot loader',
  transferring: 'Sending the image',
  restarting: 'Waiting for the new firmware to answer',
  asking: 'Asking the device for its identity',
  restoring: 'Comparing the settings with those before',
};

/** The button for the next step after an install. */
export const NEXT_BUTTONS: Readonly<Record<NextStep, string | undefined>> = {
  none: undefined,
  install: 'Check and install again',
  restore: 'Restore the settings',
  check: 'Check the device',
  service: undefined,
};
