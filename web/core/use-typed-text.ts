import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300
const LENGTH_MAX = 50

/** What was typed, once the typing pauses; undefined where it is blank. */
export function useTypedText(): [text: string | undefined, type: (text: string) => void] {
  const [typed, setTyped] = useState('')
  const [text, setText] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim().slice(0, LENGTH_MAX) || undefined), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [text, setTyped]
}
