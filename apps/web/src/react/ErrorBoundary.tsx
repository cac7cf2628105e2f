import { Component, type ReactNode } from 'react';

export interface Caught {
  readonly error: unknown;
  /** Clears the error and renders the children again. */
  readonly retry: () => void;
}

interface Props {
  readonly children: ReactNode;
  readonly fallback: (caught: Caught) => ReactNode;
  /** The error is cleared when this value changes: the path, the tab or the data shown. */
  readonly resetKey?: unknown;
}

interface State {
  readonly caught?: { readonly error: unknown } | undefined;
  readonly resetKey?: unknown;
}

/** Limits an error to one page or widget. A class, because React has error boundaries only as classes. */
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
    const retry = (): void => this.setState({ caught: undefined });
    return this.props.fallback({ error: caught.error, retry });
  }
}
