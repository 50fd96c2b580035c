import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorPage } from '#web/session/errors/error-page.tsx'

/** Keeps a fault inside the page where it happened; menu and other pages go on. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorPage code="500" title="页面出错了" hint="可能是网络中断或平台刚刚更新，请重新加载页面。">
        <button type="button" onClick={() => window.location.reload()}>
          重新加载
        </button>
      </ErrorPage>
    )
  }
}
