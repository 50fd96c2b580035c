import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Table, Typography } from 'antd'
import type { GradeThreshold } from '#contract/assessment/totals.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './add-assess-plan.module.css'
import type { PartProps } from './plan-part.ts'

const GRADES_MOST = 10
const HIGHEST = 110

/** From which total on a unit has which grade. */
export function GradesPart({ content, onChange, faults, published }: PartProps) {
  const { grades } = content
  const own = faults.filter(({ part }) => part === 'grades')
  const isFixed = published !== undefined
  const change = (at: number, patch: Partial<GradeThreshold>) =>
    onChange({ grades: grades.map((grade, nth) => (nth === at ? { ...grade, ...patch } : grade)) })
  const add = () => {
    // Above the lowest, which begins at 0.
    const next = { name: '', least: Math.floor((grades.at(-2)?.least ?? 0) / 2) }
    onChange({ grades: [...grades.slice(0, -1), next, ...grades.slice(-1)] })
  }
  return (
    <div className={styles.narrow}>
      <Typography.Paragraph type="secondary">
        由高到低，总分（含加分）达到分数线即为该等次；最低等次从 0 分起。
        {isFixed && '计划已发布，分数线只能降低。'}
      </Typography.Paragraph>
      <Table
        size="small"
        rowKey={(_, nth) => String(nth)}
        pagination={false}
        dataSource={grades.map((grade, nth) => ({ ...grade, nth }))}
        columns={[
          {
            title: '等次',
            render: (_, { name, nth }) => (
              <Input
                aria-label={`第${nth + 1}个等次的名称`}
                maxLength={10}
                disabled={isFixed}
                value={name}
                onChange={({ target }) => change(nth, { name: target.value })}
              />
            ),
          },
          {
            title: '分数线',
            width: 160,
            render: (_, { name, least, nth }) => (
              <InputNumber
                aria-label={`分数线：${name}`}
                className={layout.fullWidth}
                min={0}
                max={published?.grades[nth]?.least ?? HIGHEST}
                precision={1}
                disabled={nth === grades.length - 1 && least === 0}
                value={least}
                suffix="分"
                onChange={(next) => next !== null && change(nth, { least: next })}
              />
            ),
          },
          { title: '总分', width: 200, render: (_, { nth }) => rangeOf(grades, nth) },
          {
            title: '操作',
            width: 84,
            render: (_, { name, nth }) =>
              !isFixed &&
              nth < grades.length - 1 && (
                <LinkButton
                  danger
                  aria-label={`删除等次：${name}`}
                  onClick={() => onChange({ grades: grades.filter((_grade, at) => at !== nth) })}
                >
                  删除
                </LinkButton>
              ),
          },
        ]}
      />
      {own.map(({ message }) => (
        <div key={message} role="alert" className={styles.fault}>
          {message}
        </div>
      ))}
      {!isFixed && (
        <Button
          className={layout.above12}
          icon={<PlusOutlined />}
          disabled={grades.length >= GRADES_MOST}
          onClick={add}
        >
          添加等次
        </Button>
      )}
    </div>
  )
}

/** 80分以上，不到90分 */
export function rangeOf(grades: readonly GradeThreshold[], nth: number): string {
  const [above, own] = [grades[nth - 1], grades[nth]]
  if (!own) return ''
  const upTo = above ? `不到${above.least}分` : ''
  if (own.least === 0) return upTo
  return [`${own.least}分及以上`, upTo].filter(Boolean).join('，')
}
