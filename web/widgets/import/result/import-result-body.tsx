import { Alert, Flex, Statistic, Table, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { YesNo } from '#contract/core/codes.ts'
import { FAIL_ROWS_TOLD, type ImportResult } from '#contract/imports/schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import { type FailRow, failRowsOf } from './import-fail-rows.ts'
import { ImportTransfers } from './import-transfers.tsx'
import styles from './result.module.css'

const COUNTS = [
  ['studentSize', '总行数'],
  ['insertCount', '新增'],
  ['updateCount', '更新'],
  ['unchangedCount', '无变化'],
  ['stuUnCoverSize', '不可覆盖'],
  ['errorCount', '错误'],
] as const satisfies readonly (readonly [keyof ImportResult, string])[]

/** Counts, then what needs a person, the most pressing first. */
export function ImportResultBody({ result }: { result: ImportResult }) {
  const fails = failRowsOf(result.stuFailInfoList)
  const { recordId, repeatIdcardSet, repeatNameSexBirthSet, transferFailList, stuUnCoverSize } = result
  return (
    <Flex vertical gap="middle">
      {/* Of a file that could not be read there is nothing to count. */}
      {(result.studentSize > 0 || !result.errorMsg) && (
        <Flex gap="0 36px" wrap>
          {COUNTS.map(([key, title]) => (
            <Statistic key={key} title={title} value={formatNumber(result[key])} />
          ))}
        </Flex>
      )}
      {result.errorMsg && <Alert type="error" showIcon title={result.errorMsg} />}
      {!result.errorMsg && fails.length === 0 && stuUnCoverSize === 0 && (
        <Alert type="success" showIcon title="全部行检查通过" />
      )}
      {stuUnCoverSize > 0 && <Alert type="warning" showIcon {...uncoveredText(result)} />}
      {transferFailList.length > 0 && (
        <Section title={`登记在其他学校（${formatNumber(transferFailList.length)} 人）`}>
          <ImportTransfers recordId={recordId} transfers={transferFailList} />
        </Section>
      )}
      {fails.length > 0 && (
        <Section title={`未导入的行（${formatNumber(fails.length)} 行）`}>
          <FailTable rows={fails} />
          {fails.length >= FAIL_ROWS_TOLD && (
            <Typography.Text type="secondary">
              此处最多列出 {formatNumber(FAIL_ROWS_TOLD)} 行，全部见明细或错误表。
            </Typography.Text>
          )}
        </Section>
      )}
      <Repeats title="表内重复的身份证号" items={repeatIdcardSet} />
      <Repeats title="表内重复的学生（姓名、性别、出生日期相同）" items={repeatNameSexBirthSet} />
    </Flex>
  )
}

/** A roster import leaves the identity under which a student was screened; one of results leaves other sources. */
function uncoveredText({ stuUnCoverSize, isScreenTask, taskId, state }: ImportResult) {
  const count = formatNumber(stuUnCoverSize)
  if (isScreenTask === YesNo.code.no) {
    return {
      title: `${count} 名学生已有筛查记录，未覆盖`,
      description: '姓名、性别、出生日期和证件号保持原样。确需更正的，请在学生档案中修改。',
    }
  }
  if (state !== 'done') {
    return {
      title: `${count} 名学生与已有结果不一致`,
      description: '已有结果不会被覆盖。写入后列为冲突，由承担机构或学校决定是否采用。',
    }
  }
  return {
    title: `${count} 名学生与已有结果不一致，未覆盖`,
    description: (
      <>
        已列为冲突，请在<Link to={`/eyesight/task-details?taskId=${taskId}`}>筛查任务</Link>
        中决定是否采用。
      </>
    ),
  }
}

function FailTable({ rows }: { rows: FailRow[] }) {
  return (
    <Table<FailRow>
      size="small"
      columns={[
        { title: '行号', dataIndex: 'row', width: 72, align: 'end' },
        { title: '错误说明', dataIndex: 'message' },
      ]}
      rowKey="row"
      dataSource={rows}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
    />
  )
}

function Repeats({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <Section title={`${title}（${formatNumber(items.length)} 个）`}>
      <div className={styles.resultReasons}>{items.join('、')}</div>
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Typography.Title level={3} className={styles.resultTitle}>
        {title}
      </Typography.Title>
      {children}
    </section>
  )
}
