// The page behind the code on a letter: no sign-in, no library, nothing kept.
import 'virtual:theme.css'
import { FAMILY_PATHS } from '#contract/letters/paths.ts'
import { type Answer, askServer, type Proof } from './ask-server.ts'
import { element } from './element.ts'
import styles from './family-page.module.css'
import { letterView } from './letter-view.ts'
import type { TypedVisit } from './visit-card.ts'

const page = document.getElementById('letter')
/** Behind the #: no server and no log ever sees it. */
const scanned = decodeURIComponent(window.location.hash.slice(1)).trim()

function show(...nodes: Node[]): void {
  page?.replaceChildren(...nodes)
  window.scrollTo(0, 0)
}

function showLetter(proof: Proof, answer: Answer, onRefusal: (refusal: string) => void): void {
  if ('refusal' in answer) {
    onRefusal(answer.refusal)
    return
  }
  const acknowledge = async () => {
    const button = page?.querySelector<HTMLButtonElement>('footer button')
    if (button) button.disabled = true
    const next = await askServer(FAMILY_PATHS.acknowledge, proof)
    showLetter(proof, next, (refusal) => {
      if (button) button.disabled = false
      window.alert(refusal)
    })
  }
  const sendVisit = async (visit: TypedVisit) => {
    const next = await askServer(FAMILY_PATHS.visit, { ...proof, ...visit })
    if ('refusal' in next) return next.refusal
    showLetter(proof, next, onRefusal)
    return null
  }
  show(...letterView(answer.letter, () => void acknowledge(), sendVisit))
}

function showForm(): void {
  const ticket = element('input', {
    id: 'ticket',
    autocomplete: 'off',
    autocapitalize: 'characters',
    required: true,
    maxlength: 40,
    value: scanned,
  })
  const birthDate = element('input', {
    id: 'birth-date',
    inputmode: 'numeric',
    autocomplete: 'off',
    required: true,
    maxlength: 12,
    placeholder: '例如 20170512',
    'aria-describedby': 'hint',
  })
  const refusal = element('p', { class: styles.refusal ?? '', role: 'alert' })
  const button = element('button', { type: 'submit', class: styles.main ?? '' }, '查看结果')
  const open = async () => {
    const proof = { ticket: ticket.value, birthDate: birthDate.value }
    button.disabled = true
    refusal.textContent = ''
    const answer = await askServer(FAMILY_PATHS.open, proof)
    button.disabled = false
    showLetter(proof, answer, (words) => {
      refusal.textContent = words
      birthDate.select()
    })
  }
  const form = element(
    'form',
    { class: styles.card ?? '' },
    element('h1', {}, '查看视力筛查结果'),
    scanned === '' ? element('label', { for: 'ticket' }, '告知书上二维码下方的编号') : null,
    scanned === '' ? ticket : null,
    element('label', { for: 'birth-date' }, '孩子的出生日期（8 位数字）'),
    birthDate,
    element('p', { id: 'hint', class: styles.small ?? '' }, '为保护孩子的隐私，需要核对出生日期。'),
    refusal,
    button,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void open()
  })
  show(form)
  birthDate.focus()
}

showForm()
