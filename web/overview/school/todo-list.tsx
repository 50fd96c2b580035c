import type { SchoolView } from '#contract/overview/school.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { notBegunText, todoWords } from './school-words.ts'
import styles from './todo-list.module.css'

const SHOWN = 4

type Props = { view: SchoolView; today: string; className?: string | undefined }

/** Figures as work: what is urgent first. */
export function TodoList({ view, today, className }: Props) {
  const { todo, total } = view
  if (total.screened === 0 || todo.length === 0) {
    return (
      <Panel title="眼下要办" className={className}>
        <WallMessage>{total.screened === 0 ? `${notBegunText(view, today)}。` : '没有待办。'}</WallMessage>
      </Panel>
    )
  }
  return (
    <Panel title="眼下要办" aside={`${todo.length} 项`} className={className}>
      <ul className={styles.list}>
        {todo.slice(0, SHOWN).map((entry) => {
          const { title, more } = todoWords(entry, view)
          return (
            <li key={entry.kind} className={entry.urgent ? styles.urgent : undefined}>
              <strong>{title}</strong>
              <span>{more}</span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
