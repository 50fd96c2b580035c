import { lazy, useEffect } from 'react'

export const loadLoginPage = () => import('#web/session/login/page.tsx')
export const loadShell = () => import('#web/app/shell/shell.tsx')
export const loadWall = () => import('#web/app/wall/wall-shell.tsx')
const loadHome = () => import('#web/home/home/page.tsx')

export const LoginPage = lazy(async () => ({ default: (await loadLoginPage()).Page }))
export const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
export const WallShell = lazy(async () => ({ default: (await loadWall()).WallShell }))
export const SessionExpired = lazy(async () => ({ default: (await loadShell()).SessionExpired }))

/** Fetches what comes after the sign-in page as soon as somebody begins to use it. */
export function usePrefetchAfterLogin(): void {
  useEffect(() => {
    const begun = new AbortController()
    const prefetch = () => {
      begun.abort()
      // A failed prefetch costs nothing: the real import reports it.
      void Promise.allSettled([loadShell(), loadHome()])
    }
    for (const type of ['input', 'keydown', 'pointerdown']) {
      window.addEventListener(type, prefetch, { signal: begun.signal, passive: true })
    }
    return () => begun.abort()
  }, [])
}
