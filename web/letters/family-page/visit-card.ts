// Whether the child was at a hospital: two fields, for parents and grandparents.
import type { PublicLetter } from '#contract/letters/letter-schemas.ts'
import { dayWords } from './day-words.ts'
import { element } from './element.ts'
import styles from './family-page.module.css'

export type TypedVisit = { visitedOn: string; hospitalName: string }
/** Resolves to why it was refused, or to nothing: then the page is shown anew. */
export type SendVisit = (visit: TypedVisit) => Promise<string | null>

const PAST = 'letter-hospitals'

/** Asked of who should see a doctor and has read the letter; what a hospital recorded is only shown. */
export function visitCard(
  { finding, acknowledgedAt, visit, ...letter }: PublicLetter,
  send: SendVisit,
): Node | null {
  if (visit?.byHospital) return card('已就诊', shownVisit(visit, '医院已登记'))
  if (finding === 'normal' || !acknowledgedAt) return null
  const form = visitForm({ visit, ...letter }, send)
  if (!visit) return card('已去医院检查？', form)
  const change = element('button', { type: 'button', class: styles.second ?? '' }, '修改')
  change.addEventListener('click', () => change.replaceWith(form))
  return card('已去医院检查', shownVisit(visit, '您已填写'), change)
}

const card = (title: string, ...children: Node[]): Node =>
  element('section', { class: styles.card ?? '' }, element('h2', {}, title), ...children)

const shownVisit = ({ visitedOn, hospitalName }: TypedVisit, by: string): Node =>
  element('p', { role: 'status' }, `${by}：${dayWords(visitedOn)}，${hospitalName}。`)

type Asked = Pick<PublicLetter, 'visit' | 'checkedOn' | 'hospitals'>

function visitForm({ visit, checkedOn, hospitals }: Asked, send: SendVisit): HTMLFormElement {
  const hospital = element('input', {
    id: 'hospital',
    required: true,
    minlength: 2,
    maxlength: 50,
    autocomplete: 'off',
    list: PAST,
    value: visit?.hospitalName ?? '',
  })
  const day = element('input', {
    id: 'visited-on',
    type: 'date',
    required: true,
    min: checkedOn,
    max: chinaToday(),
    value: visit?.visitedOn ?? '',
  })
  const refusal = element('p', { class: styles.refusal ?? '', role: 'alert' })
  const button = element('button', { type: 'submit', class: styles.main ?? '' }, '告诉学校')
  const form = element(
    'form',
    {},
    element('label', { for: 'hospital' }, '哪家医院'),
    hospital,
    element('datalist', { id: PAST }, ...hospitals.map((name) => element('option', { value: name }))),
    element('label', { for: 'visited-on' }, '哪一天'),
    day,
    refusal,
    button,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    refusal.textContent = (await send({ visitedOn: day.value, hospitalName: hospital.value })) ?? ''
    button.disabled = false
  })
  return form
}

const EIGHT_HOURS = 8 * 3_600_000
const chinaToday = (): string => new Date(Date.now() + EIGHT_HOURS).toISOString().slice(0, 10)
