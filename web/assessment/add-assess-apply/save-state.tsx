import { CheckOutlined } from '@ant-design/icons'
import { formatDateTime, today } from '#web/core/format.ts'
import { useSession } from '#web/core/session/session-store.ts'
import styles from './add-assess-apply.module.css'
import { type AnswerState, answerFault, isConflict, type Stored } from './answers/answer-state.ts'

type Props = { state: AnswerState; points: number }

/** Whether what is typed is at the server. */
export function SaveState({ state, points }: Props) {
  const userName = useSession().user?.realName
  const { draft, stored } = state
  if (draft === null) {
    return (
      <span className={styles.saved} aria-live="polite">
        {savedText(stored, userName)}
      </span>
    )
  }
  const fault = answerFault(draft.content, points)
  const trouble = fault === null ? troubleText(state) : `未保存：${fault}`
  return (
    <span className={trouble === null ? styles.saved : styles.unsaved} aria-live="polite">
      {trouble ?? '正在保存…'}
    </span>
  )
}

function savedText({ savedAt, savedBy }: Stored, userName: string | undefined) {
  if (savedAt === null) return null
  const at = formatDateTime(savedAt)
  const time = at.startsWith(today()) ? at.slice(today().length + 1) : at
  return (
    <>
      <CheckOutlined aria-hidden /> {savedBy === userName ? '' : `${savedBy} `}已保存 {time}
    </>
  )
}

function troubleText(state: AnswerState): string | null {
  if (isConflict(state)) return '未保存，请选择保留哪一份'
  const trouble = state.draft?.trouble
  switch (trouble?.kind) {
    case 'retrying':
      return '未保存，正在重试'
    case 'refused':
      return `未保存：${trouble.message}`
    case 'overtaken':
      return '未保存，正在读取他人的修改'
    default:
      return null
  }
}
