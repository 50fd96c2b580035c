import { Button } from 'antd'
import { useEffect } from 'react'
import { VERSION_POLL_MS } from '#contract/core/limits.ts'
import { readStaticFile } from '#web/core/api/static-files.ts'
import { useNotifications } from '../notifications-frame.tsx'

/** The version this page was loaded with. */
let loaded: string | null = null

/** Tells when a newer version of the console is out (spec §4 "Version check"). */
export function useVersionNotice(): void {
  const notification = useNotifications()
  useEffect(() => {
    const reload = () => window.location.reload()
    const check = async () => {
      const answer = await readStaticFile('version.json')
      if (answer === null) return
      const version = JSON.stringify(answer)
      loaded ??= version
      if (version === loaded) return
      clearInterval(timer)
      notification.info({
        key: 'new-version',
        title: '更新提示',
        description: '平台已更新到新版本，请刷新页面后继续使用。',
        duration: 0,
        onClose: reload,
        actions: (
          <Button type="primary" size="small" onClick={reload}>
            立即刷新
          </Button>
        ),
      })
    }
    const timer = setInterval(() => void check(), VERSION_POLL_MS)
    void check()
    return () => clearInterval(timer)
  }, [notification])
}
