// A result in plain words, for parents and grandparents.
import type { PublicLetter } from '#contract/letters/letter-schemas.ts'
import { dayWords } from './day-words.ts'
import { element } from './element.ts'
import styles from './family-page.module.css'
import { visionCurve } from './vision-curve.ts'
import { type SendVisit, visitCard } from './visit-card.ts'

const HEADLINES: Record<PublicLetter['finding'], string> = {
  normal: '未见明显异常',
  watch: '请定期复查',
  referral: '建议就诊',
}

export function letterView(letter: PublicLetter, onAcknowledge: () => void, onVisit: SendVisit): Node[] {
  const { acknowledgedAt } = letter
  const visit = visitCard(letter, onVisit)
  return [
    element(
      'header',
      { class: styles.top ?? '' },
      element('span', {}, letter.schoolName),
      element('span', {}, `${letter.checkedOn} 筛查`),
    ),
    summary(letter),
    readings(letter),
    advice(letter),
    ...(visit ? [visit] : []),
    element(
      'footer',
      { class: styles.bar ?? '' },
      acknowledgedAt
        ? element('p', { class: styles.done ?? '', role: 'status' }, '已确认知晓，学校已收到。')
        : element('button', { type: 'button', class: styles.main ?? '', click: onAcknowledge }, '我已知晓'),
      element(
        'button',
        { type: 'button', class: styles.second ?? '', click: () => window.print() },
        '保存或打印',
      ),
    ),
  ]
}

function summary({ maskedName, finding, className, conclusion, dueOn, corrected }: PublicLetter): Node {
  return element(
    'section',
    { class: `${styles.card} ${finding === 'referral' ? styles.alert : ''}` },
    element(
      'div',
      { class: styles.row ?? '' },
      element('h1', {}, `${maskedName}，${HEADLINES[finding]}`),
      element('span', {}, className),
    ),
    element('p', {}, '筛查结果：', element('strong', {}, conclusion), '。'),
    dueOn
      ? element('p', {}, '请在 ', element('strong', {}, `${dayWords(dueOn)}前`), '到正规医疗机构就诊。')
      : null,
    corrected
      ? element(
          'p',
          { class: styles.corrected ?? '' },
          '已更正：纸质告知书打印后，结果经核实作了更正，以本页为准。',
        )
      : null,
  )
}

function readings({ eyes, history }: PublicLetter): Node {
  const names = ['右眼', '左眼']
  return element(
    'section',
    { class: styles.card ?? '' },
    element('h2', {}, '裸眼视力与屈光'),
    element(
      'div',
      { class: styles.eyes ?? '' },
      ...eyes.map(({ naked, low, words, equivalent }, nth) =>
        element(
          'div',
          { class: styles.eye ?? '' },
          element('span', {}, names[nth] ?? ''),
          element('b', { class: low ? (styles.low ?? '') : '' }, naked),
          element('span', {}, words),
          equivalent === '—' ? null : element('span', {}, `等效球镜 ${equivalent} D`),
        ),
      ),
    ),
    history.length > 1 ? element('h3', {}, '历次裸眼视力') : null,
    history.length > 1 ? visionCurve(history) : null,
  )
}

function advice({ advice: sentences, hospitals, schoolName }: PublicLetter): Node {
  return element(
    'section',
    { class: styles.card ?? '' },
    element('h2', {}, '怎么做'),
    element('ol', {}, ...sentences.map((sentence) => element('li', {}, sentence))),
    hospitals.length > 0 ? element('h3', {}, '可以到哪里检查') : null,
    hospitals.length > 0
      ? element('p', {}, `${hospitals.join('、')}，或其他有眼科的正规医疗机构。请带上纸质告知书。`)
      : null,
    element('h3', {}, '有疑问找谁'),
    element('p', {}, `请联系班主任，或${schoolName}卫生室。`),
    element('p', { class: styles.small ?? '' }, '未散瞳验光；筛查结果不作为诊断依据。'),
  )
}
