import type { MyopiaView } from '#contract/overview/myopia.ts'
import { DotRows } from '../chart/dot-rows.tsx'
import { percentText } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './properties.module.css'

/** Stage by stage, as town and country differ in the stages they have. */
export function Properties({ rows }: { rows: MyopiaView['properties'] }) {
  const both = rows.filter(({ urban, township }) => urban.rate !== null && township.rate !== null)
  if (both.length === 0) return <WallMessage>没有城区和乡镇都有结果的学段。</WallMessage>
  return (
    <>
      <DotRows
        rows={both.map(({ name, urban, township }) => {
          const [town, country] = [urban.rate ?? 0, township.rate ?? 0]
          return {
            key: name,
            name,
            marks: [
              { value: town, look: 'now' },
              { value: country, look: 'second' },
            ],
            text: '',
            more: `差 ${percentText(Math.abs(town - country))}`,
            tone: 'plain',
          }
        })}
        from={0}
        to={100}
        ticks={[0, 25, 50, 75, 100]}
      />
      <p className={styles.key}>
        <i className={styles.urban} /> 城区 <i className={styles.township} /> 乡镇
      </p>
    </>
  )
}
