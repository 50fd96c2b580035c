import { theme } from 'antd'
import type { ReactNode } from 'react'

/** A white box on the page. antd's Card would do, but brings its tabs along to every list screen. */
export function Panel({ children, tight }: { children: ReactNode; tight?: boolean }) {
  const { token } = theme.useToken()
  return (
    <section
      style={{
        padding: tight ? '12px 16px 4px' : '12px 16px 16px',
        background: token.colorBgContainer,
        borderRadius: token.borderRadiusLG,
      }}
    >
      {children}
    </section>
  )
}
