import { Component, type ReactNode } from 'react';

export interface Caught {
  readonly error: unknown;
  /** Renders the children again. */
  readonly retry: () => void;
}

interface Props {
  readonly children: ReactNode;
  readonly fallback: (caught: Caught) => ReactNode;
  /** A caught error is forgotten when this changes: the path, the tab, the data shown. */
  readonly resetKey?: unknown;
}

interface State {
  readonly caught?: { readonly error: unknown } | undefined;
  readonly resetKey?: unknown;
}

/** Keeps an error inside one page or widget. A class, because React offers no other way. */
export class ErrorBoundary extends Component<Props, State> {
  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return Object.is(state.resetKey, resetKey) ? null : { resetKey, caught: undefined };
  }

  override state: State = {};

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    const retry = (): void => {
      this.setState({ caught: undefined });
    };
    return this.props.fallback({ error: caught.error, retry });
  }
}
