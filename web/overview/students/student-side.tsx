import { SchoolStage } from '#contract/core/codes.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { StageFindings, StudentsView } from '#contract/overview/students.ts'
import { WarningLevelCode } from '#contract/warning/rules.ts'
import { Funnel, type FunnelStep } from '../chart/funnel.tsx'
import { lengthText } from '../chart/length-text.ts'
import columns from '../frame/columns.module.css'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { belowOf } from '../frame/place-words.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { shareWords } from '../parents/share-text.ts'
import { AreaShares } from './area-shares.tsx'
import styles from './student-side.module.css'
import { WarnedLevels } from './warned-levels.tsx'

type Props = { view: StudentsView; unit: Unit; onOpen: (unit: Unit) => void }

/** From what was found to what was done about it. */
export function StudentSide({ view, unit, onOpen }: Props) {
  if (view.valid === 0) return <WallMessage>还没有有效结果，筛查开始后这里显示建议就诊和预警。</WallMessage>
  return (
    <div className={styles.sides}>
      <div className={columns.column}>
        <Panel title="从筛查到就诊" aside="人数与占比" className={columns.grows}>
          <Funnel steps={stepsOf(view)} whole={view.valid} />
        </Panel>
        <Panel
          title="预警学生"
          aside={view.warned ? `仍在预警 ${countText(view.warned.warned)} 人` : undefined}
        >
          <WarnedLevels warned={view.warned} />
        </Panel>
      </div>
      <div className={columns.column}>
        <Panel title="各学段预警级别" aside="本次结果，占有效人数 %" className={columns.grows}>
          <StageLevels stages={view.stages} />
        </Panel>
      </div>
      <div className={columns.column}>
        <Panel
          title={`${belowOf(unit)} 90 日就诊率`}
          aside="占建议就诊 %，右列为就诊人数"
          className={columns.grows}
        >
          <Visits view={view} onOpen={onOpen} />
        </Panel>
        <Panel
          title={`${belowOf(unit)}预警关闭率`}
          aside="占预警学生 %，右列为预警人数"
          className={columns.grows}
        >
          <Closed view={view} onOpen={onOpen} />
        </Panel>
      </div>
    </div>
  )
}

function stepsOf({
  valid,
  referral,
  letters,
  visited,
  visited30,
  visited90,
  warned,
}: StudentsView): FunnelStep[] {
  const life = warned?.life ?? null
  return [
    { key: 'valid', label: '有效', value: valid, share: null },
    {
      key: 'referral',
      label: '建议就诊',
      value: referral.numerator,
      share: shareWords(referral, '有效', '人'),
    },
    { key: 'letters', label: '告知书已发', value: letters, share: '份，含不需就诊的' },
    {
      key: 'visited',
      label: '已就诊',
      value: visited.numerator,
      share:
        visited.hidden || (visited.denominator ?? 0) < SHOWN_LEAST
          ? shareWords(visited, '建议就诊', '人')
          : `占建议就诊 ${percentText(visited.rate)}%，30 日内 ${percentText(visited30.rate)}%，90 日内 ${percentText(visited90.rate)}%`,
    },
    {
      key: 'closed',
      label: '预警已关闭',
      value: warned === null || life === null ? null : life.closed,
      share:
        warned === null || life === null
          ? '＊'
          : warned.warned < SHOWN_LEAST
            ? `预警学生满 ${SHOWN_LEAST} 人后显示占比`
            : `占预警学生 ${percentText(shareOf(life.closed, warned.warned))}%`,
    },
  ]
}

const COLOURS = ['--wall-second', '--wall-target', '--wall-attention'] as const

/** One scale for all stages, the gravest at the end. */
function StageLevels({ stages }: { stages: readonly StageFindings[] }) {
  const shares = stages.map(
    ({ levels, valid }) =>
      (shownOf({ levels, valid }) ?? []).reduce((sum, { students }) => sum + students, 0) / valid,
  )
  const most = Math.max(0.01, ...shares)
  return (
    <div className={styles.stages}>
      {stages.map(({ stage, valid, levels, referral }) => (
        <div key={stage} className={styles.stage}>
          <strong>{SchoolStage.label(stage)}</strong>
          <span className={styles.valid}>有效 {countText(valid)} 人</span>
          <span className={styles.bar} aria-hidden="true">
            {shownOf({ levels, valid })?.map(({ level, students }, nth) => (
              <i
                key={level}
                style={{
                  width: lengthText((students * 100) / valid / most),
                  background: `var(${COLOURS[nth] ?? COLOURS[0]})`,
                }}
              />
            ))}
          </span>
          <span className={styles.levels}>
            {levels === null
              ? '＊ 人数过少，不显示'
              : valid < SHOWN_LEAST
                ? `满 ${SHOWN_LEAST} 人后显示`
                : levels.map(({ level, students }, nth) => (
                    <em key={level}>
                      <i aria-hidden="true" style={{ background: `var(${COLOURS[nth] ?? COLOURS[0]})` }} />
                      {WarningLevelCode.label(level)} <b>{percentText(shareOf(students, valid))}</b>
                    </em>
                  ))}
            {valid >= SHOWN_LEAST && <em>建议就诊 {referral.hidden ? '＊' : percentText(referral.rate)}</em>}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Of a handful levels are hidden, of few their shares say nothing yet. */
const shownOf = ({ levels, valid }: Pick<StageFindings, 'levels' | 'valid'>) =>
  valid < SHOWN_LEAST ? null : levels

type Below = Pick<Props, 'view' | 'onOpen'>

function Visits({ view, onOpen }: Below) {
  return (
    <AreaShares
      areas={view.areas}
      onOpen={onOpen}
      shareOfArea={({ visited90: { hidden, rate, numerator, denominator } }) => ({
        hidden,
        rate,
        whole: denominator ?? 0,
        more: countText(numerator),
        none: '没有建议就诊的学生',
      })}
    />
  )
}

function Closed({ view, onOpen }: Below) {
  return (
    <AreaShares
      areas={view.areas}
      onOpen={onOpen}
      shareOfArea={({ warned, closed }) => ({
        hidden: warned === null || closed === null,
        rate: shareOf(closed ?? 0, warned ?? 0),
        whole: warned ?? 0,
        more: countText(warned),
        none: '没有预警的学生',
      })}
    />
  )
}
