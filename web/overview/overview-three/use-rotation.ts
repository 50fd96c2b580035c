import { useEffect, useRef, useState } from 'react'
import { type ViewName, viewAfter } from './rotation-address.ts'

/** Somebody is at work with the wall: it waits so long after the last key or movement. */
const REST_S = 60
/** The next view is read so long before it is shown. */
const AHEAD_S = 5
const SECOND_MS = 1_000

type Rotation = {
  views: readonly ViewName[]
  view: ViewName
  /** Absent: it stands still. */
  seconds: number | undefined
  /** Reads what a view shows; rejected where it cannot be shown. */
  read: (view: ViewName) => Promise<unknown>
  show: (view: ViewName) => void
}

type Next = { view: ViewName; state: 'reading' | 'read' }

/** Shows one view after the other; says when it goes on, or nothing where it stands still. */
export function useRotation(rotation: Rotation): string | undefined {
  const { view, seconds, views } = rotation
  const turns = seconds !== undefined && views.some((each) => each !== view)
  const latest = useRef(rotation)
  useEffect(() => {
    latest.current = rotation
  })
  const [left, setLeft] = useState(seconds ?? 0)
  const [resting, setResting] = useState(0)
  useEffect(() => {
    if (!turns || seconds === undefined) return
    let remaining = seconds
    let rest = 0
    let next: Next | null = null
    setLeft(seconds)
    const begin = (candidate: ViewName) => {
      const own: Next = { view: candidate, state: 'reading' }
      next = own
      latest.current.read(candidate).then(
        () => {
          own.state = 'read'
        },
        // A view that cannot be read is passed over.
        () => {
          if (next === own) begin(viewAfter(latest.current.views, candidate))
        },
      )
    }
    const pass = () => {
      if (document.hidden) return
      if (rest > 0) {
        rest -= 1
        setResting(rest)
        return
      }
      remaining -= 1
      setLeft(Math.max(0, remaining))
      if (remaining <= AHEAD_S && next === null) begin(viewAfter(latest.current.views, view))
      if (remaining > 0 || next?.state !== 'read') return
      if (next.view !== view) latest.current.show(next.view)
      remaining = seconds
      next = null
    }
    const stay = () => {
      rest = REST_S
      remaining = seconds
      next = null
      setResting(REST_S)
      setLeft(seconds)
    }
    const startAnew = () => {
      remaining = seconds
      next = null
      setLeft(seconds)
    }
    const timer = setInterval(pass, SECOND_MS)
    const stopListening = onUse(stay)
    document.addEventListener('visibilitychange', startAnew)
    return () => {
      clearInterval(timer)
      stopListening()
      document.removeEventListener('visibilitychange', startAnew)
    }
  }, [turns, seconds, view])
  if (!turns) return undefined
  if (resting > 0) return `有人操作，${resting} 秒后继续轮播`
  return left > 0 ? `${left} 秒后换屏` : '正在读取下一屏'
}

/** Calls back when somebody uses keyboard or pointer; a browser also reports a pointer under which the page has moved. */
function onUse(callBack: () => void): () => void {
  let before: string | null = null
  const moved = ({ screenX, screenY }: PointerEvent) => {
    const now = `${screenX} ${screenY}`
    if (before !== null && before !== now) callBack()
    before = now
  }
  window.addEventListener('pointermove', moved)
  for (const type of ['pointerdown', 'wheel', 'keydown'] as const) window.addEventListener(type, callBack)
  return () => {
    window.removeEventListener('pointermove', moved)
    for (const type of ['pointerdown', 'wheel', 'keydown'] as const)
      window.removeEventListener(type, callBack)
  }
}
