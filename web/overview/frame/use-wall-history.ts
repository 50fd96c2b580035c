import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A page of the wall that was left, with its title and query (spec §2). */
export type HistoryEntry = { title: string; search: string }
type State = { wallHistory?: HistoryEntry[] } | null

/** The stack travels with the address, so that it survives loading the page anew and the browser's own back. */
export function useWallHistory(title: string) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const stack = (state as State)?.wallHistory ?? []
  const open = useCallback(
    (next: string) => {
      if (next === search) return
      const left = (window.history.state?.usr as State)?.wallHistory ?? []
      void navigate({ pathname, search: next }, { state: { wallHistory: [...left, { title, search }] } })
    },
    [navigate, pathname, search, title],
  )
  /** Another address for the same page. */
  const replace = useCallback(
    (next: string) => void navigate({ pathname, search: next }, { replace: true, state }),
    [navigate, pathname, state],
  )
  const back = useCallback(() => {
    const left = (window.history.state?.usr as State)?.wallHistory ?? []
    const last = left.at(-1)
    if (!last) return false
    void navigate({ pathname, search: last.search }, { state: { wallHistory: left.slice(0, -1) } })
    return true
  }, [navigate, pathname])
  return { stack, open, replace, back }
}
