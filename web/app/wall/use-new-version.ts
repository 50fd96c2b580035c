import { useEffect } from 'react'
import { VERSION_POLL_MS } from '#contract/core/limits.ts'
import { readStaticFile } from '#web/core/api/static-files.ts'

/** Nobody stands in front of a wall to confirm that a newer version shall be loaded. */
export function useNewVersion(): void {
  useEffect(() => {
    let loaded: string | null = null
    const check = async () => {
      const answer = await readStaticFile('version.json')
      if (answer === null) return
      const version = JSON.stringify(answer)
      loaded ??= version
      if (version !== loaded) window.location.reload()
    }
    const timer = setInterval(() => void check(), VERSION_POLL_MS)
    void check()
    return () => clearInterval(timer)
  }, [])
}
