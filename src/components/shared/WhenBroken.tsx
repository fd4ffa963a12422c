import { Component, type ReactNode } from 'react';

/** Props of {@link WhenBroken}. */
export interface WhenBrokenProps {
  /** Shown if the children fail or cannot be loaded. */
  instead: ReactNode;
  /** Identifies what the children draw; when it changes, they are tried again. */
  on: unknown;
  children: ReactNode;
}

/** Shows something simpler if a heavy part fails or cannot be loaded. */
export class WhenBroken extends Component<WhenBrokenProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate(before: WhenBrokenProps): void {
    if (this.state.broken && before.on !== this.props.on) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
