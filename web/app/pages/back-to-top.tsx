import { type RefObject, useEffect, useState } from 'react'
import { BACK_TO_TOP_PX } from '#contract/core/limits.ts'

/** Appears once a page is scrolled down far enough. */
export function BackToTop({ box }: { box: RefObject<HTMLElement | null> }) {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setFar(element.scrollTop > BACK_TO_TOP_PX)
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [box])
  if (!far) return null
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label="回到顶部"
      title="回到顶部"
      onClick={() => box.current?.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path
          d="M5 4h14M12 20V9m-5 5 5-5 5 5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
    </button>
  )
}
