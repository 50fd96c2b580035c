import { useEffect } from 'react'
import styles from './full-screen.module.css'

function toggle(): void {
  // A browser may refuse it, as without a click: then the wall stays as it is.
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  done.catch(() => undefined)
}

/** The whole screen, also by the key F. */
export function FullScreenButton() {
  useEffect(() => {
    const listen = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      if (key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey) return
      if (!(target as HTMLElement).matches('input, select, textarea')) toggle()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <button type="button" className={styles.button} onClick={toggle} title="全屏（F）" aria-label="全屏（F）">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5" />
      </svg>
      F
    </button>
  )
}
