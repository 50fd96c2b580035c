import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './stubborn-dialog.module.css'

/** A modal that neither Esc nor a click outside closes; its own buttons do. Plain: it works before and after antd. */
export function StubbornDialog({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    element.setAttribute('closedby', 'none')
    const open = () => element.isConnected && !element.open && element.showModal()
    open()
    element.querySelector<HTMLElement>('input')?.focus()
    // Browsers without `closedby` let a second Esc through, whatever was prevented.
    element.addEventListener('close', open)
    return () => {
      element.removeEventListener('close', open)
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}
