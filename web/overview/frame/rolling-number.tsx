import { Fragment } from 'react'
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
            <span key={place} className={styles.digit}>
              <span className={styles.strip} style={{ transform: `translateY(-${Number(sign) * 10}%)` }}>
                {DIGITS.map((digit) => (
                  <span key={digit}>{digit}</span>
                ))}
              </span>
            </span>
          ) : (
            <Fragment key={place}>{sign}</Fragment>
          )
        })}
      </span>
    </span>
  )
}
