/** Gates that keep calls pending, so that a test can check the state between a call and its outcome. */
export interface FakeGates<Name extends string> {
  /** Keeps calls of this name pending from now on; the returned function releases them. */
  readonly hold: (name: Name) => () => void;
  readonly open: (name: Name) => void;
  readonly pass: (name: Name) => Promise<void>;
}

export const createFakeGates = <Name extends string>(): FakeGates<Name> => {
  const held = new Map<Name, { readonly opened: Promise<void>; readonly open: () => void }>();
  const open = (name: Name): void => {
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
      return () => open(name);
    },
    open,
    pass: (name) => held.get(name)?.opened ?? Promise.resolve(),
  };
};
