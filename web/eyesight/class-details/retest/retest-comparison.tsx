import { Tag, Typography } from 'antd'
import { Glasses, Sex } from '#contract/core/codes.ts'
import type { RetestRow } from '#contract/eyesight/record-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import styles from '../class-details.module.css'
import { seText } from '../grid/cell-text.ts'

type Props = {
  rows: readonly RetestRow[]
  withClass: boolean
}

/** First and second reading item by item; what is too far apart is marked. */
export function RetestComparison({ rows, withClass }: Props) {
  if (rows.length === 0) return null
  return (
    <section>
      <Typography.Title level={3} className={layout.partTitle}>
        已复测 {rows.length} 人
      </Typography.Title>
      <div className={styles.classTableBox}>
        <table className={styles.classTable}>
          <thead>
            <tr>
              <th scope="col">姓名</th>
              <th scope="col">性别</th>
              {withClass && <th scope="col">班级</th>}
              <th scope="col">戴镜类型</th>
              <th scope="col">项目</th>
              <th scope="col">初测</th>
              <th scope="col">复测</th>
              <th scope="col">差值</th>
              <th scope="col">是否超差</th>
              <th scope="col">复测人与时间</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Student key={row.recordId} row={row} withClass={withClass} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const NOTHING = '—'
const visionText = (value: number | null) => value?.toFixed(1) ?? NOTHING
const dioptreText = (value: number | null) => (value === null ? NOTHING : seText(Math.round(value * 1000)))

const signed = (text: string, value: number | null) =>
  value !== null && value > 0 && !text.startsWith('+') ? `+${text}` : text

type StudentProps = Omit<Props, 'rows'> & { row: RetestRow }

function Student({ row, withClass }: StudentProps) {
  const lines = Math.max(1, row.items.length)
  return row.items.map((item, index) => {
    const text = item.key.startsWith('se') ? dioptreText : visionText
    return (
      <tr key={item.key}>
        {index === 0 && (
          <>
            <th scope="rowgroup" rowSpan={lines}>
              {row.studentName}
            </th>
            <td rowSpan={lines}>{Sex.label(row.sex)}</td>
            {withClass && <td rowSpan={lines}>{row.className}</td>}
            <td rowSpan={lines}>{Glasses.label(row.glasses) || '—'}</td>
          </>
        )}
        <td>{item.label}</td>
        <td className={styles.classNumber}>{text(item.first)}</td>
        <td className={styles.classNumber}>{text(item.second)}</td>
        <td className={styles.classNumber}>{signed(text(item.difference), item.difference)}</td>
        <td>{item.over ? <Tag color="error">超差</Tag> : item.difference === null ? '—' : '否'}</td>
        {index === 0 && (
          <td rowSpan={lines}>
            {row.enteredByName} {row.enteredAt && formatDateTime(row.enteredAt)}
          </td>
        )}
      </tr>
    )
  })
}
