import { Card, Col, Row, Statistic } from 'antd'
import { OrgType } from '#contract/core/codes.ts'
import type { HomeSummary } from '#contract/home/endpoints.ts'
import { formatNumber } from '#web/core/format.ts'
import styles from './home.module.css'

/** Students, organisations and accounts of my range; nothing where I may not know them. */
export function Figures({ summary: { roster, orgs, accounts } }: { summary: HomeSummary }) {
  const figures = [
    ...(roster
      ? [
          { label: '学生', count: roster.students },
          { label: '班级', count: roster.classes },
        ]
      : []),
    ...(orgs ? OrgType.options.map(({ value, label }) => ({ label, count: orgs[ORG_KEYS[value]] })) : []),
    ...(accounts
      ? [
          { label: '账号', count: accounts.total },
          { label: '从未登录的账号', count: accounts.neverSignedIn },
        ]
      : []),
  ]
  if (figures.length === 0) return null
  return (
    <Card variant="borderless">
      <Row gutter={[16, 8]}>
        {figures.map(({ label, count }) => (
          <Col key={label} flex="0 1 12.5%" className={styles.figure}>
            <Statistic title={label} value={count} formatter={() => formatNumber(count)} />
          </Col>
        ))}
      </Row>
    </Card>
  )
}

const ORG_KEYS = { 10: 'school', 20: 'hospital', 30: 'government', 40: 'social' } as const
