import { Component, type ReactNode } from 'react'

interface Props {
  /** In the place of what broke. */
  fallback?: ReactNode
  /** What broke is tried again as soon as this is another one. */
  resetKey?: string | undefined
  children: ReactNode
}

interface State {
  failed: boolean
  resetKey: string | undefined
}

/** What breaks inside stays inside. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, known: State): State | null {
    return resetKey === known.resetKey ? null : { failed: false, resetKey }
  }

  override render() {
    return this.state.failed ? (this.props.fallback ?? null) : this.props.children
  }
}
