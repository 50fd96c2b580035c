import { Badge, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PASSWORD_REMINDER_DAYS } from '#contract/core/limits.ts'
import type { HomeSummary } from '#contract/home/endpoints.ts'
import { ORG_SOON_DAYS, OrgTermState } from '#contract/orgs/terms.ts'
import layout from '#web/core/layout.module.css'
import { openDialog } from '#web/core/session/dialogs.ts'
import { colors } from '#web/core/theme.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { useOpenScreens } from './open-screens.ts'

type Todo = { key: string; urgent: boolean; text: string; hint?: string; action?: ReactNode }

export function Todos({ summary }: { summary: HomeSummary }) {
  const paths = new Set(useOpenScreens().map(({ path }) => path))
  const link = (path: string, query: string, label: string) =>
    paths.has(path) ? <Link to={path + query}>{label}</Link> : undefined
  const todos = [
    ...warningTodos(summary, link),
    ...approvalTodos(summary, link),
    ...assessmentTodos(summary, link),
    ...termTodos(summary, link),
    ...todosOf(summary, link),
  ]
  if (todos.length === 0) {
    return <EmptyState title="没有待办事项" hint="需要您处理的事项会出现在这里" />
  }
  return (
    <Flex component="ul" vertical gap="middle" className={layout.bareList}>
      {todos.map((todo) => (
        <li key={todo.key}>
          <Flex justify="space-between" align="center" gap="middle">
            <Flex vertical>
              <Badge color={todo.urgent ? colors.danger : colors.brand} text={todo.text} />
              {todo.hint && (
                <Typography.Text type="secondary" className={layout.indented}>
                  {todo.hint}
                </Typography.Text>
              )}
            </Flex>
            {todo.action}
          </Flex>
        </li>
      ))}
    </Flex>
  )
}

type LinkTo = (path: string, query: string, label: string) => ReactNode

/** Children and units whose warning nobody has acted on. */
function warningTodos({ warnings }: HomeSummary, link: LinkTo): Todo[] {
  if (!warnings) return []
  const { students, units, overdue, planId } = warnings
  const to = (query: string) => link('/warning/warning-list', `?planId=${planId}${query}`, '去处理')
  const todos: Todo[] = []
  if (overdue > 0)
    todos.push({ key: 'overdue', urgent: true, text: `${overdue} 条预警已逾期`, action: to('&overdue=1') })
  if (students > 0)
    todos.push({
      key: 'students',
      urgent: false,
      text: `${students} 名学生的预警待处理`,
      action: to('&scope=1&status=1'),
    })
  if (units > 0)
    todos.push({
      key: 'units',
      urgent: false,
      text: `${units} 个单位的预警待处理`,
      action: to('&scope=3&status=1'),
    })
  return todos
}

/** Applications to decide, and unread messages. */
function approvalTodos(summary: HomeSummary, link: LinkTo): Todo[] {
  const { pendingOrgs, pendingTransfers, unreadMessages } = summary
  const todos: Todo[] = []
  if (pendingOrgs) {
    todos.push({
      key: 'orgs',
      urgent: false,
      text: `${pendingOrgs} 个机构等待审核`,
      action: link('/approve/approve-list', '?kind=org', '去审核'),
    })
  }
  if (pendingTransfers) {
    todos.push({
      key: 'transfers',
      urgent: false,
      text: `${pendingTransfers} 个转学申请等待审核`,
      action: link('/approve/approve-list', '?kind=transfer', '去审核'),
    })
  }
  if (unreadMessages > 0) {
    todos.push({
      key: 'messages',
      urgent: false,
      text: `${unreadMessages} 条未读消息`,
      action: link('/message/message-notify', '?unread=1', '去查看'),
    })
  }
  return todos
}

/** What the own organisation has to hand in, and what units wait for. */
function assessmentTodos({ assessments }: HomeSummary, link: LinkTo): Todo[] {
  if (!assessments) return []
  const { toSubmit, returned, submitUntil, toReview, openAppeals } = assessments
  const todo = (key: string, text: string, action: ReactNode, urgent = false): Todo => {
    const hint =
      (key === 'toSubmit' || key === 'returned') && submitUntil ? `最早在${submitUntil}截止` : undefined
    return { key, urgent, text, action, ...(hint && { hint }) }
  }
  const own = link('/assessment/assess-list', '', '去填报')
  return [
    ...(returned > 0 ? [todo('returned', `${returned} 份考核申报被退回`, own, true)] : []),
    ...(toSubmit > 0 ? [todo('toSubmit', `${toSubmit} 份考核申报待提交`, own)] : []),
    ...(toReview
      ? [
          todo(
            'toReview',
            `${toReview} 份考核申报等待评审`,
            link('/approve/approve-list', '?kind=assessment', '去评审'),
          ),
        ]
      : []),
    ...(openAppeals
      ? [
          todo(
            'openAppeals',
            `${openAppeals} 个考核结果异议待答复`,
            link('/assessment/plan-list', '', '去答复'),
          ),
        ]
      : []),
  ]
}

/** Organisations below whose last day is near or over. */
function termTodos({ orgTerms }: HomeSummary, link: LinkTo): Todo[] {
  const todos: Todo[] = []
  if (orgTerms?.over) {
    todos.push({
      key: 'orgsOver',
      urgent: true,
      text: `${orgTerms.over} 个机构已到期或未设有效期`,
      hint: '其账号不能登录，续期后立即恢复',
      action: link('/authority/org-terms', '', '去续期'),
    })
  }
  if (orgTerms?.soon) {
    todos.push({
      key: 'orgsSoon',
      urgent: false,
      text: `${orgTerms.soon} 个机构将在 ${ORG_SOON_DAYS} 天内到期`,
      action: link('/authority/org-terms', `?state=${OrgTermState.code.soon}`, '去续期'),
    })
  }
  return todos
}

function todosOf(summary: HomeSummary, link: LinkTo): Todo[] {
  const todos: Todo[] = []
  const { passwordRemainingDays: days, orgRemainingDays, accounts } = summary
  if (accounts?.locked) {
    todos.push({
      key: 'locked',
      urgent: false,
      text: `${accounts.locked} 个账号因多次输错密码被锁定`,
      hint: '确认是本人后可解锁',
      action: link('/authority/authority-manage', '?status=locked', '去处理'),
    })
  }
  if (days <= PASSWORD_REMINDER_DAYS) {
    todos.push({
      key: 'password',
      urgent: days <= 3,
      text: days > 0 ? `您的密码还有 ${days} 天过期` : '您的密码已过期',
      action: (
        <LinkButton size="middle" onClick={() => openDialog('changePassword')}>
          修改密码
        </LinkButton>
      ),
    })
  }
  if (orgRemainingDays !== null && orgRemainingDays <= ORG_SOON_DAYS) {
    todos.push({
      key: 'expiry',
      urgent: orgRemainingDays <= 7,
      text: `您的机构将于 ${summary.orgExpiresOn} 到期，还剩 ${Math.max(0, orgRemainingDays)} 天`,
      hint: '到期后全部账号不能登录，请联系上级主管部门续期',
      action: link('/account/organization-information', '', '查看机构信息'),
    })
  }
  return todos
}
