import { Component, type ErrorInfo, type ReactNode } from 'react'
import { log } from '../api/log.ts'
import { ErrorPage } from './error-page.tsx'

type State = { error: unknown }

/** Keeps a broken page from taking the rest with it. Give it the address as `key`, so that another page starts afresh. */
export class ErrorBoundary extends Component<{ children: ReactNode; frame?: 'main' | 'div' }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    log.error('A page could not be shown', { error, info })
  }

  override render() {
    const { children, frame: Frame = 'div' } = this.props
    if (this.state.error === null) return children
    return (
      <Frame>
        <ErrorPage error={this.state.error} />
      </Frame>
    )
  }
}
