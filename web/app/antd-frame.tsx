import { StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { theme } from '#web/core/theme.ts'
import { NoticePresenter } from './notice-presenter.tsx'
import { NotificationsFrame } from './notifications-frame.tsx'

// A new object with each drawing would draw every part of antd again.
const BUTTON = { autoInsertSpace: false }

/** What every antd part needs around it: Chinese, the theme, notices. */
export function AntdFrame({ children }: { children: ReactNode }) {
  return (
    // In a layer of their own the styles of antd give way to every class of ours, however they are nested.
    <StyleProvider layer>
      <ConfigProvider locale={zhCN} theme={theme} button={BUTTON}>
        <NotificationsFrame>
          <NoticePresenter />
          {children}
        </NotificationsFrame>
      </ConfigProvider>
    </StyleProvider>
  )
}
