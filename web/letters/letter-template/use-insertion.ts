import { useLayoutEffect, useRef, useState } from 'react'
import type { LetterContent, LetterText } from '#contract/letters/template-schemas.ts'
import type { TextElement } from './text-field.tsx'

type Place = { text: LetterText; element: TextElement }

/** Inserts into the text that had the focus last, where its cursor is; at first at the end of the main text. */
export function useInsertion(content: LetterContent) {
  const [place, setPlace] = useState<Place>()
  const cursor = useRef<number>(undefined)
  // The value is drawn first, which moves the cursor to its end.
  useLayoutEffect(() => {
    if (cursor.current === undefined || !place) return
    place.element.focus()
    place.element.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  })
  const text = place?.text ?? 'opening'
  return {
    text,
    onFocus: (next: LetterText, element: TextElement) => setPlace({ text: next, element }),
    /** The value of that text with the words in it. */
    valueWith: (words: string): string => {
      const value = content[text]
      const from = place?.element.selectionStart ?? value.length
      const to = place?.element.selectionEnd ?? from
      cursor.current = from + words.length
      return value.slice(0, from) + words + value.slice(to)
    },
  }
}
