import { useEffect } from 'react'
import { type ViewName, viewAfter, viewBefore } from './rotation-address.ts'

/** 1 to 8 and the arrow keys choose a view, where no list or map has use for them. */
export function useViewKeys(
  views: readonly ViewName[],
  view: ViewName,
  show: (view: ViewName) => void,
): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey) return
      if ((target as HTMLElement).closest?.('input, select, textarea, [role=listbox]')) return
      const wanted = /^[1-8]$/.test(key)
        ? views[Number(key) - 1]
        : key === 'ArrowRight'
          ? viewAfter(views, view)
          : key === 'ArrowLeft'
            ? viewBefore(views, view)
            : undefined
      if (wanted && wanted !== view) show(wanted)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [views, view, show])
}
