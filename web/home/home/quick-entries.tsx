import { RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { Screen } from '#web/core/screen.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './home.module.css'
import { useOpenScreens } from './open-screens.ts'

/** Screens outside the menu that need nothing but their address. */
const ALSO = new Set([
  '/schools/students-manage',
  '/account/account-management',
  '/account/organization-information',
])

const isEntry = ({ path, hidden, bare }: Screen): boolean =>
  ALSO.has(path) || (!hidden && !bare && path !== '/home')

export function QuickEntries() {
  const navigate = useNavigate()
  const entries = useOpenScreens().filter(isEntry)
  if (entries.length === 0) return <EmptyState title="暂无可用功能" hint="请联系管理员分配权限" />
  return (
    <div className={styles.entries}>
      {entries.map(({ path, title }) => (
        <Button
          key={path}
          size="large"
          onClick={() => void navigate(path)}
          icon={<RightOutlined />}
          iconPlacement="end"
          className={styles.entry}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}
