import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Shown in place of the children when drawing them failed. */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
