/** A call that a test can keep pending. */
export type GateName = 'choose' | 'open' | 'write' | 'close';

/** Gates that keep calls pending, so that a test can check the state between a call and its outcome. */
export interface FakeGates {
  /** Keeps calls of this name pending from now on; the returned function releases them. */
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
