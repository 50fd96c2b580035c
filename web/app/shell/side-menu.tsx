import { Layout, Menu } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Screen } from '#web/core/screen.ts'
import { MENU_COLLAPSED_KEY, readStored, writeStored } from '#web/core/session/storage.ts'
import { addressToOpen } from '../pages/cached-addresses.ts'
import { screenAt } from '../pages/resolve-route.ts'
import { menuItems } from './menu-items.tsx'

export function SideMenu({ screens }: { screens: readonly Screen[] }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [collapsed, setCollapsed] = useState(() => readStored(MENU_COLLAPSED_KEY) === '1')
  const sections = [...new Set(screens.map(({ section }) => section ?? ''))]
  const toggle = (value: boolean) => {
    setCollapsed(value)
    writeStored(MENU_COLLAPSED_KEY, value ? '1' : '0')
  }
  return (
    <Layout.Sider
      className="shell-sider"
      theme="light"
      width={208}
      collapsedWidth={64}
      collapsible
      collapsed={collapsed}
      onCollapse={toggle}
      breakpoint="lg"
    >
      <nav aria-label="主菜单" className="shell-nav">
        <Menu
          mode="inline"
          items={menuItems(screens)}
          selectedKeys={[screenAt(screens, pathname)?.path ?? pathname]}
          defaultOpenKeys={collapsed ? [] : sections}
          onClick={({ key }) => void navigate(addressToOpen(key))}
        />
      </nav>
    </Layout.Sider>
  )
}
