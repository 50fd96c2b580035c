// What a school's wall says about figures, in words.

import { DAYS_TO_SEE_A_DOCTOR } from '#contract/letters/letter-schemas.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { SchoolTodo, SchoolView } from '#contract/overview/school.ts'
import { countText, monthDay, percentText } from '../frame/number-text.ts'

/** A kindergarten has its own word for poor vision. */
export const rateName = ({ ofKindergarten }: Pick<SchoolView, 'ofKindergarten'>): string =>
  ofKindergarten ? '视力低常率' : '近视率'

/** 由宁波明眸视力筛查中心承担 */
export const executorsText = (executors: readonly string[] = []): string =>
  executors.length === 0 ? '' : `　由${executors.join('、')}承担`

/** Few results say nothing yet, unless the school has no more pupils; null where the rates are shown. */
export function tooFewOf(view: SchoolView, what = rateName(view)): string | null {
  const { all, total } = view
  const counted = all.denominator ?? 0
  if (all.hidden || counted >= SHOWN_LEAST || (counted > 0 && total.expected < SHOWN_LEAST)) return null
  return counted === 0
    ? `有筛查结果后，这里显示${what}。`
    : `有效 ${counted} 人，满 ${SHOWN_LEAST} 人后显示${what}。`
}

/** Where the tasks of the school stand, while nobody is screened. */
export function notBegunText({ dates, total }: SchoolView, today: string): string {
  if (total.expected === 0) return '本校不在这次计划的范围内'
  if (!dates) return '尚未安排筛查任务'
  return dates.startsOn > today ? `${monthDay(dates.startsOn)} 开始` : '任务已开始，尚无结果'
}

type Words = { title: string; more: string }

export function todoWords({ kind, count, most }: SchoolTodo, view: SchoolView): Words {
  const { retest, dates, total } = view
  switch (kind) {
    case 'notScreened': {
      const until = dates ? `；任务 ${monthDay(dates.endsOn)} 结束` : ''
      const absent = most && most.absent > 0 ? `，${most.absent} 人有原因` : ''
      const isAll = most?.count === count
      return {
        title: most ? `${most.name}还有 ${most.count} 人待筛` : `还有 ${countText(count)} 人待筛`,
        more: isAll
          ? `应筛 ${most.expected}，实筛 ${most.screened}${absent}${until}`
          : `全校待筛 ${countText(count)} 人${until}`,
      }
    }
    case 'errorsOver':
      return {
        title: `误差发生率 ${percentText(retest.errorRate)}%，超过 ${retest.atMost}%`,
        more: `${retest.items} 项次中 ${retest.errors} 项超差，须查明原因并再复测`,
      }
    case 'retestShort':
      return {
        title: `复测还差 ${count} 人`,
        more: `已复测 ${retest.done} 人，应不少于有效 ${total.valid} 人的 ${retest.atLeast}%`,
      }
    case 'invalid':
      return {
        title: `${countText(count)} 条记录无效，需补测`,
        more: `${most ? `${most.name}最多，${most.count} 条；` : ''}补齐后计入有效人数`,
      }
    case 'conflicts':
      return { title: `${countText(count)} 条数据与已有结果不一致`, more: '等待采用或不采用' }
    case 'overdue':
      return {
        title: `${countText(count)} 名学生逾期未就诊`,
        more: `建议就诊超过 ${DAYS_TO_SEE_A_DOCTOR} 天，请提醒家长`,
      }
  }
}

/** What brings most of those forward that stopped on the way; empty where nobody waits. */
export function nextStep({
  referral,
  letters,
  acknowledged,
  visited,
  overdue,
}: SchoolView['followUp']): string {
  if (referral === null || letters === null || acknowledged === null || visited === null) return ''
  if (referral === 0) return '没有建议就诊的学生'
  if (overdue) return `逾期未就诊 ${countText(overdue)} 人；下一步：逐一联系家长`
  if (letters < referral) return `下一步：发放 ${countText(referral - letters)} 份告知书`
  if (acknowledged < letters) return `下一步：提醒 ${countText(letters - acknowledged)} 位家长`
  return visited < referral ? `还有 ${countText(referral - visited)} 人待就诊` : '全部已就诊'
}
