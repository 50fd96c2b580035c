import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './error-page.module.css'

type ErrorPageProps = { code: string; title: string; hint: string; children?: ReactNode }

/** A page that says why nothing is shown, and the ways on. */
export function ErrorPage({ code, title, hint, children }: ErrorPageProps) {
  return (
    <section className={styles.errorPage}>
      <p className={styles.errorPageCode} aria-hidden="true">
        {code}
      </p>
      <h2>{title}</h2>
      <p>{hint}</p>
      <div className={styles.errorPageActions}>
        <Link to="/home">返回首页</Link>
        {children ??
          (hasPast() && (
            <button type="button" onClick={() => window.history.back()}>
              返回上一页
            </button>
          ))}
      </div>
    </section>
  )
}

/** Opened by a link from elsewhere there is no page of ours to go back to. */
const hasPast = (): boolean => window.history.length > 1
