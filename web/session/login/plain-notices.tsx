import { useEffect, useRef, useState } from 'react'
import { bindNoticePresenter, type Notice } from '#web/core/notice.ts'
import styles from './plain-notices.module.css'

const LOOK: Record<Notice['kind'], string | undefined> = {
  error: styles.noticeError,
  success: styles.noticeSuccess,
  warning: styles.noticeWarning,
}

/** Notices of the sign-in page, which does without antd. */
export function PlainNotices() {
  const [notices, setNotices] = useState<Notice[]>([])
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const drop = (message: string) => setNotices((all) => all.filter((notice) => notice.message !== message))
    const unbind = bindNoticePresenter((notice) => {
      const { message, seconds } = notice
      clearTimeout(timers.get(message))
      timers.set(
        message,
        setTimeout(() => drop(message), seconds * 1000),
      )
      setNotices((all) => [...all.filter((other) => other.message !== message), notice])
    })
    return () => {
      unbind()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  // A dialog lies above everything but what entered the top layer after it.
  useEffect(() => {
    if (notices.length === 0) return
    stack.current?.showPopover?.()
    return () => stack.current?.hidePopover?.()
  }, [notices])
  if (notices.length === 0) return null
  return (
    <div ref={stack} popover="manual" className={styles.notices} aria-live="assertive">
      {notices.map(({ kind, message }) => (
        <div key={message} role="alert" className={`${styles.notice} ${LOOK[kind]}`}>
          {message}
        </div>
      ))}
    </div>
  )
}
