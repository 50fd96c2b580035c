import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { theme } from '#web/core/theme.ts'
import { NoticePresenter } from './notice-presenter.tsx'
import { NotificationsFrame } from './notifications-frame.tsx'

/** What every antd part needs around it: Chinese, the theme, notices. */
export function AntdFrame({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <NotificationsFrame>
        <NoticePresenter />
        {children}
      </NotificationsFrame>
    </ConfigProvider>
  )
}
