import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { Clock } from './clock.tsx'
import { FullScreenButton } from './full-screen.tsx'
import { LiveDot } from './live-dot.tsx'
import styles from './wall-frame.module.css'

type Props = {
  /** From the own range down to the place shown. */
  path: readonly Unit[]
  /** What is shown of it. */
  title: string
  planPicker: ReactNode
  /** Between two views of the same place, or among screens of a rotation. */
  switches?: ReactNode
  live: { updatedAt: number; away: boolean; note?: string }
  onOpen: (unit: Unit) => void
  /** Back to where one came from, or one level up; absent at the top. */
  onBack: (() => void) | null
  /** The title of the page that back leads to. */
  backTitle?: string
  children: ReactNode
}

/** What stands around every wall. */
export function WallFrame(props: Props) {
  const { path, title, onBack, onOpen } = props
  useBackspace(onBack)
  const here = path.at(-1)
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <Link to="/home" className={styles.logo} aria-label="返回控制台" title="返回控制台">
          <Eye />
        </Link>
        <div className={styles.place}>
          <nav aria-label="当前位置" className={styles.path}>
            {onBack && (
              <button
                type="button"
                className={styles.back}
                onClick={onBack}
                title={props.backTitle ? `返回：${props.backTitle}` : '返回上一级'}
                aria-label={props.backTitle ? `返回：${props.backTitle}` : '返回上一级'}
              >
                ←
              </button>
            )}
            {path.slice(0, -1).map((unit) => (
              <button key={`${unit.level} ${unit.name}`} type="button" onClick={() => onOpen(unit)}>
                {unit.name}
                <span aria-hidden="true" className={styles.slash}>
                  /
                </span>
              </button>
            ))}
            <h1>
              {here && (
                <>
                  {here.name}
                  <span className={styles.dot} aria-hidden="true">
                    ·
                  </span>
                </>
              )}
              {title}
            </h1>
          </nav>
          <div className={styles.plan}>{props.planPicker}</div>
        </div>
        <div className={styles.tools}>
          {props.switches}
          <LiveDot {...props.live} />
          <Clock />
          <FullScreenButton />
        </div>
      </header>
      {props.children}
    </div>
  )
}

/** Backspace goes back, unless somebody is typing or choosing. */
function useBackspace(onBack: (() => void) | null): void {
  useEffect(() => {
    if (!onBack) return
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== 'Backspace' || target.matches('input, select, textarea, [role=listbox]')) return
      event.preventDefault()
      onBack()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onBack])
}

function Eye() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <rect width="44" height="44" rx="9" className={styles.logoGround} />
      <path d="M6 22c5-8 10-11 16-11s11 3 16 11c-5 8-10 11-16 11S11 30 6 22z" className={styles.logoWhite} />
      <circle cx="22" cy="22" r="8" className={styles.logoIris} />
      <circle cx="22" cy="22" r="3.6" className={styles.logoPupil} />
    </svg>
  )
}
