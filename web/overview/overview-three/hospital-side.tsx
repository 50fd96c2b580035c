import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { ExecutorKind, HospitalsView } from '#contract/overview/hospitals.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { BarRows } from '../chart/bar-rows.tsx'
import { DayBars } from '../chart/day-bars.tsx'
import { StackedBar, type StackedPart } from '../chart/stacked-bar.tsx'
import { OrganisationTable } from '../executors/organisation-table.tsx'
import { QualityPanel } from '../executors/quality-panel.tsx'
import { VisitsPanel } from '../executors/visits-panel.tsx'
import { WorkPanel } from '../executors/work-panel.tsx'
import columns from '../frame/columns.module.css'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './hospital-side.module.css'

type Props = { view: HospitalsView; plan: WallPlan; unit: Unit }

const KINDS: Record<ExecutorKind, { label: string; color: StackedPart['color'] }> = {
  hospital: { label: '医院', color: '--wall-progress3' },
  social: { label: '社会机构', color: '--wall-progress1' },
  school: { label: '学校自行', color: '--wall-ungraded' },
}

/** Those who screen: left how far, in the middle each of them, right how well and who was seen afterwards. */
export function HospitalSide({ view, plan, unit }: Props) {
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <WorkPanel view={view} plan={plan} />
        <QualityPanel
          title="机构筛查质量"
          quality={view.total.quality}
          retestRatio={view.retestRatio}
          errorCap={view.errorCap}
        />
        <OverCap view={view} />
      </div>
      <div className={columns.column}>
        <OrganisationTable view={view} target={plan.targetRate} place={unit.name} />
        <Panel title="每日实筛" aside="医院与社会机构，人" className={columns.grows}>
          {view.days.length === 0 ? (
            <WallMessage>有筛查结果后，这里显示每日人数。</WallMessage>
          ) : (
            <DayBars days={view.days} label="每日实筛" />
          )}
        </Panel>
      </div>
      <div className={columns.column}>
        <Panel title="由谁筛查" aside="占实筛人数" className={columns.grows}>
          <Kinds view={view} target={plan.targetRate} />
        </Panel>
        <VisitsPanel view={view} />
      </div>
    </div>
  )
}

function Kinds({ view: { kinds }, target }: { view: HospitalsView; target: number }) {
  const screened = kinds.reduce((sum, kind) => sum + kind.screened, 0)
  if (screened === 0) return <WallMessage>还没有筛查结果。</WallMessage>
  return (
    <>
      <StackedBar
        label="实筛人数，由谁筛查"
        parts={kinds.map((kind) => ({
          key: kind.kind,
          ...KINDS[kind.kind],
          value: kind.screened,
          text: `${percentText(shareOf(kind.screened, screened), 1)}%`,
        }))}
      />
      <p className={styles.caption}>完成率</p>
      <BarRows
        target={target}
        rows={kinds.map(({ kind, ...work }) => {
          const rate = shareOf(work.screened, work.expected)
          return {
            key: kind,
            name: KINDS[kind].label,
            value: rate,
            text: `${percentText(rate, 1)}%`,
          }
        })}
      />
    </>
  )
}

function OverCap({ view: { overCap, overCapCount, errorCap, total } }: { view: HospitalsView }) {
  return (
    <Panel
      title="误差超限"
      aside={`${countText(overCapCount)} 家 · 上限 ${errorCap}%`}
      className={columns.grows}
    >
      {overCap.length === 0 ? (
        <WallMessage>
          {total.quality.errorRate === null ? '录入复测结果后计算误差发生率。' : '没有机构超过误差上限。'}
        </WallMessage>
      ) : (
        <ol className={styles.over}>
          {overCap.map(({ orgId, name, quality }) => (
            <li key={orgId}>
              <span title={name}>{name}</span>
              <strong>{percentText(quality.errorRate)}%</strong>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
