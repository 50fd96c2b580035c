import { NOTICE_SECONDS } from '#contract/core/limits.ts'

export type NoticeKind = 'error' | 'success' | 'warning'
export type Notice = { kind: NoticeKind; message: string; seconds: number }
type Presenter = (notice: Notice) => void

const showing = new Map<string, { kind: NoticeKind; until: number }>()
let presenter: Presenter | null = null
/** Nothing shows notices from here on: their time pauses until something does. */
let unshownSince = Date.now()

/** The part of the page that shows notices; it takes over those whose time is not up yet. */
export function bindNoticePresenter(present: Presenter): () => void {
  const unshown = presenter ? 0 : Date.now() - unshownSince
  presenter = present
  for (const [message, { kind, until }] of showing) {
    const seconds = (until + unshown - Date.now()) / 1000
    if (seconds > 0.2) {
      showing.set(message, { kind, until: until + unshown })
      present({ kind, message, seconds })
    } else showing.delete(message)
  }
  return () => {
    if (presenter !== present) return
    presenter = null
    unshownSince = Date.now()
  }
}

/** Notices from before a sign-in are dropped. */
export function forgetNotices(): void {
  showing.clear()
}

function notify(kind: NoticeKind, message: string): void {
  // A presenter shows one notice per message, so a repeat only starts its time again.
  showing.set(message, { kind, until: (presenter ? Date.now() : unshownSince) + NOTICE_SECONDS * 1000 })
  presenter?.({ kind, message, seconds: NOTICE_SECONDS })
}

export const notifyError = (message: string): void => notify('error', message)
export const notifySuccess = (message: string): void => notify('success', message)
export const notifyWarning = (message: string): void => notify('warning', message)
