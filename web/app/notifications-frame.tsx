import { notification } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'

type Notifications = ReturnType<typeof notification.useNotification>[0]
const NotificationsContext = createContext<Notifications | null>(null)

/** Where notifications appear. antd's own App would bring messages and dialogs along, which no first screen needs. */
export function NotificationsFrame({ children }: { children: ReactNode }) {
  const [notifications, place] = notification.useNotification({ placement: 'top', top: 8 })
  return (
    <NotificationsContext value={notifications}>
      {place}
      {children}
    </NotificationsContext>
  )
}

export function useNotifications(): Notifications {
  const notifications = useContext(NotificationsContext)
  if (!notifications) throw new Error('no frame for notifications')
  return notifications
}
