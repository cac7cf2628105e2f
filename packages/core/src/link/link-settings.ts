/** The baud rates offered (the specification, section 9). */
export const BAUD_RATES = [9_600, 19_200, 38_400, 57_600, 115_200] as const;
export const DEFAULT_BAUD_RATE = 115_200;

export interface LinkSettings {
  readonly baudRate: number;
  /** Whether an unplug is told to the user. */
  readonly notifyOnUnplug: boolean;
  /** Whether a device that was unplugged is opened again when it comes back. */
  readonly reconnect: boolean;
  /** Whether logging out drops the connection. */
  readonly disconnectOnLogout: boolean;
}

export const DEFAULT_LINK_SETTINGS: LinkSettings = {
  baudRate: DEFAULT_BAUD_RATE,
  notifyOnUnplug: true,
  reconnect: true,
  disconnectOnLogout: true,
};

/** What another user finds: the defaults; but the rate of a port that is open cannot change. */
export const settingsForNextUser = ({ baudRate }: LinkSettings, isOpen: boolean): LinkSettings =>
  isOpen ? { ...DEFAULT_LINK_SETTINGS, baudRate } : DEFAULT_LINK_SETTINGS;
