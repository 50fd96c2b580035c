import { Fragment, useLayoutEffect, useRef } from 'react'
import { forgetStrip, rollDigit } from './roll-digits.ts'
import styles from './rolling-number.module.css'

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Only the digits that changed roll to their new value. */
export function RollingNumber({ text }: { text: string }) {
  const signs = [...text]
  return (
    <span className={styles.number}>
      <span className={styles.spoken}>{text}</span>
      <span aria-hidden="true">
        {signs.map((sign, nth) => {
          // Counted from the right, so that a longer number does not roll every digit.
          const place = signs.length - nth
          return /\d/.test(sign) ? (
            <Digit key={place} digit={Number(sign)} />
          ) : (
            <Fragment key={place}>{sign}</Fragment>
          )
        })}
      </span>
    </span>
  )
}

function Digit({ digit }: { digit: number }) {
  const strip = useRef<HTMLSpanElement>(null)
  const shown = useRef(digit)
  useLayoutEffect(() => {
    if (strip.current) rollDigit(strip.current, shown.current, digit)
    shown.current = digit
  }, [digit])
  useLayoutEffect(() => {
    const own = strip.current
    return () => {
      if (own) forgetStrip(own)
    }
  }, [])
  return (
    <span className={styles.digit}>
      <span className={styles.strip} ref={strip}>
        {DIGITS.map((each) => (
          <span key={each}>{each}</span>
        ))}
      </span>
    </span>
  )
}
