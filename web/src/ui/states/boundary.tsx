import { Component, type ReactNode } from 'react'

interface Props {
  /** Rendered in place of children that failed. */
  fallback?: ReactNode
  /** A new value renders failed children again. */
  resetKey?: string | undefined
  children: ReactNode
}

interface State {
  failed: boolean
  resetKey: string | undefined
}

/** Catches render errors of its children. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, previous: State): State | null {
    return resetKey === previous.resetKey ? null : { failed: false, resetKey }
  }

  override render() {
    return this.state.failed ? (this.props.fallback ?? null) : this.props.children
  }
}
