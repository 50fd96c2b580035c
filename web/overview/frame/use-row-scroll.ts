import { type RefObject, useEffect } from 'react'

const EVERY_MS = 3_000

/**
 * A list that overflows moves on by a row, from its end to its beginning; not under the pointer, nor where nobody looks.
 * `rows`: where they are not its children but the equally high rows of a table.
 */
export function useRowScroll(list: RefObject<HTMLElement | null>, rows?: string): void {
  useEffect(() => {
    const step = () => {
      const own = list.current
      if (!own || document.hidden || own.matches(':hover, :focus-within')) return
      const room = own.scrollHeight - own.clientHeight
      if (room <= 1) return
      const { top } = own.getBoundingClientRect()
      const next = [...own.children].find((row) => row.getBoundingClientRect().top > top + 1)
      const byChildren = next ? next.getBoundingClientRect().top - top : 0
      const by = rows ? (own.querySelector(rows)?.getBoundingClientRect().height ?? 0) : byChildren
      const isOver = own.scrollTop >= room - 1
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      own.scrollTo({ top: isOver ? 0 : own.scrollTop + by, behavior: still || isOver ? 'auto' : 'smooth' })
    }
    const timer = setInterval(step, EVERY_MS)
    return () => clearInterval(timer)
  }, [list, rows])
}
