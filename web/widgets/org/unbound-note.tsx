import { Card } from 'antd'
import { EmptyState } from '../empty-state.tsx'

/** What an account without an organisation sees in place of a page. */
export function UnboundNote() {
  return (
    <Card variant="borderless">
      <EmptyState
        title="您的账号尚未绑定机构"
        hint="请联系所在机构或上级主管部门的管理员绑定，绑定后重新登录即可使用"
      />
    </Card>
  )
}
