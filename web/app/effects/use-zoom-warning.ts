import { useEffect } from 'react'
import { NOTICE_SECONDS, ZOOM_WARNING_DELAY_MS } from '#contract/core/limits.ts'
import { useNotifications } from '../notifications-frame.tsx'
import { zoomLevel } from './zoom-level.ts'

/** Warns some time after loading or resizing when the page is not shown at 100 % (spec §2, §9). */
export function useZoomWarning(): void {
  const notification = useNotifications()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      const level = zoomLevel(window)
      if (level === 100) return notification.destroy('zoom')
      notification.warning({
        key: 'zoom',
        title: '浏览器缩放提示',
        description: `当前页面缩放比例为 ${level}%，为保证显示效果，请按 Ctrl+0 恢复为 100%。`,
        duration: NOTICE_SECONDS,
      })
    }
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(check, ZOOM_WARNING_DELAY_MS)
    }
    schedule()
    window.addEventListener('resize', schedule)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', schedule)
    }
  }, [notification])
}
