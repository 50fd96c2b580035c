import { useContext, useEffect, useRef } from 'react'
import { UNSAFE_NavigationContext } from 'react-router'
import { currentSession } from './session/session-store.ts'

/**
 * While active, going to another address of the console first asks, and closing the window makes the browser ask. The
 * router can block only with routes that are data; here it is the moving on itself that waits. Going back by the
 * browser cannot wait, so what is typed has to outlive it.
 */
export function useLeaveGuard(active: boolean, ask: (leave: () => void) => void): void {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!active) return
    const { push, replace } = navigator
    const guarded =
      (go: typeof push): typeof push =>
      (...to) => {
        // Who is signed out has to go.
        if (currentSession().token === null) go.apply(navigator, to)
        else latest.current(() => go.apply(navigator, to))
      }
    navigator.push = guarded(push)
    navigator.replace = guarded(replace)
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => {
      navigator.push = push
      navigator.replace = replace
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [active, navigator])
}
