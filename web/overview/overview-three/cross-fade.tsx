import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './cross-fade.module.css'

const FADE_MS = 400
type Layer = { id: string; content: ReactNode }

/** When something else is shown, it fades in while the one before, as it was, fades out. */
export function CrossFade({ id, children }: { id: string; children: ReactNode }) {
  const last = useRef<Layer>({ id, content: children })
  const [leaving, setLeaving] = useState<Layer | null>(null)
  useEffect(() => {
    if (last.current.id !== id) setLeaving(last.current)
    last.current = { id, content: children }
  })
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setLeaving(null), FADE_MS)
    return () => clearTimeout(timer)
  }, [leaving])
  return (
    <div className={styles.stack}>
      {leaving && leaving.id !== id && (
        <div key={leaving.id} className={styles.leaving} aria-hidden="true" inert>
          {leaving.content}
        </div>
      )}
      <div key={id} className={styles.coming}>
        {children}
      </div>
    </div>
  )
}
