import { useSession } from '#web/core/session/session-store.ts'
import { readStored } from '#web/core/session/storage.ts'
import { siteConfig } from '#web/core/site.ts'
import styles from './wall.module.css'

const REPEATED = 24

/** Who is signed in at this screen, faintly across it (spec §2 "Other effects"). */
export function Watermark() {
  const { user } = useSession()
  const off = siteConfig().demo !== null && readStored('no-watermark') === '1'
  if (off || !user) return null
  const text = [user.realName, user.orgName ?? ''].filter(Boolean).join(' ')
  return (
    <div className={styles.watermark} aria-hidden="true">
      {Array.from({ length: REPEATED }, (_, nth) => nth).map((nth) => (
        <span key={nth}>{text}</span>
      ))}
    </div>
  )
}
