/** A command of the link that a test can keep pending. */
export type GateName = 'choose' | 'open' | 'write' | 'close';

/** Gates a test shuts to look at the world between a command and its outcome. */
export interface FakeGates {
  /** From now on commands of this name stay pending; the function returned lets them go on. */
  readonly hold: (name: GateName) => () => void;
  readonly open: (name: GateName) => void;
  readonly pass: (name: GateName) => Promise<void>;
}

export const createFakeGates = (): FakeGates => {
  const held = new Map<GateName, { readonly opened: Promise<void>; readonly open: () => void }>();
  const open = (name: GateName): void => {
    held.get(name)?.open();
    held.delete(name);
  };
  return {
    hold: (name) => {
      open(name);
      let release: () => void = () => undefined;
      const opened = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.set(name, { opened, open: release });
      return () => {
        open(name);
      };
    },
    open,
    pass: (name) => held.get(name)?.opened ?? Promise.resolve(),
  };
};
