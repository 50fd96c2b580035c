import { useCallback, useState } from 'react'

type Opened<T> = { open: boolean; nth: number; content?: T }

/** A dialog or drawer keeps its content while it goes away; with `nth` as key it starts anew each time. */
export function useOpened<T>() {
  const [state, setState] = useState<Opened<T>>({ open: false, nth: 0 })
  const show = useCallback((content: T) => setState(({ nth }) => ({ open: true, nth: nth + 1, content })), [])
  const hide = useCallback(() => setState((now) => ({ ...now, open: false })), [])
  return { ...state, show, hide }
}
