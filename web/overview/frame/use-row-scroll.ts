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
  useEffect(() => {
    const own = list.current
    if (!own) return
    const hide = () => hideCutRow(own, rows)
    const watch = new ResizeObserver(hide)
    watch.observe(own)
    for (const child of own.children) watch.observe(child)
    own.addEventListener('scrollend', hide)
    return () => {
      watch.disconnect()
      own.removeEventListener('scrollend', hide)
    }
  })
}

/** Of the last row in sight that is not whole nothing is shown; below a sum at the foot it is hidden anyway. */
function hideCutRow(own: HTMLElement, rows: string | undefined): void {
  const { bottom } = own.getBoundingClientRect()
  const all = rows ? [...own.querySelectorAll(rows)] : [...own.children]
  const whole = all.map((row) => row.getBoundingClientRect().bottom).filter((edge) => edge <= bottom + 1)
  const isCut = whole.length > 0 && whole.length < all.length && own.querySelector('tfoot') === null
  own.style.clipPath = isCut ? `inset(0 0 ${bottom - Math.max(...whole)}px)` : ''
}
