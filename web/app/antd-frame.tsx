import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { NoticePresenter } from './notice-presenter.tsx'
import { theme } from './theme.ts'

/** What every antd part needs around it: Chinese, the theme, notices. */
export function AntdFrame({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <App className="antd-frame" notification={{ placement: 'top', top: 8 }}>
        <NoticePresenter />
        {children}
      </App>
    </ConfigProvider>
  )
}
