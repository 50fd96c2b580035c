import { useEffect } from 'react'
import { bindNoticePresenter } from '#web/core/notice.ts'
import { useNotifications } from './notifications-frame.tsx'

/** Shows notices with antd while the console is open. */
export function NoticePresenter() {
  const notification = useNotifications()
  useEffect(
    () =>
      bindNoticePresenter(({ kind, message, seconds }) => {
        notification[kind]({ key: message, title: message, duration: seconds, role: 'alert' })
      }),
    [notification],
  )
  return null
}
