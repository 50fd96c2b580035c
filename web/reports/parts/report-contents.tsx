import { type RefObject, useEffect, useState } from 'react'
import styles from './report.module.css'

type Props = { paper: RefObject<HTMLElement | null>; entries: readonly { id: string; title: string }[] }

/** Table of contents next to the report: links to every section and marks the current one. */
export function ReportContents({ paper, entries }: Props) {
  const [current, setCurrent] = useState(entries[0]?.id)
  useEffect(() => {
    const headings = entries.flatMap(({ id }) => headingOf(paper.current, id) ?? [])
    // A section is read from the moment its heading has come to the upper part of the window. Each scroll is looked at: a
    // heading that a single turn of the page carries past the window never intersects it.
    let asked = 0
    const mark = () => {
      asked = 0
      const line = window.innerHeight / 3
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < line)
      setCurrent((passed.at(-1) ?? headings[0])?.dataset.section)
    }
    const markSoon = () => {
      if (asked === 0) asked = requestAnimationFrame(mark)
    }
    // Captured: the page scrolls within the console's frame, whose scrolling does not bubble.
    document.addEventListener('scroll', markSoon, { capture: true, passive: true })
    markSoon()
    return () => {
      document.removeEventListener('scroll', markSoon, { capture: true })
      cancelAnimationFrame(asked)
    }
  }, [paper, entries])

  const jump = (id: string) => {
    const heading = headingOf(paper.current, id)
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.reportContents} aria-label="目录">
      <ol>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <button type="button" aria-current={id === current || undefined} onClick={() => jump(id)}>
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const headingOf = (paper: HTMLElement | null, id: string) =>
  paper?.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`)
