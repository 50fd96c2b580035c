import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { queryClient } from '#web/core/api/query-client.ts'
import type { Screen } from '#web/core/screen.ts'
import { isOpenTo } from '#web/core/screen.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { siteTitle } from '#web/core/site.ts'
import { OVERVIEW_SCREENS } from '#web/overview/screens.ts'
import { useIdleLock } from '../effects/use-idle-lock.ts'
import { PageBoundary } from '../pages/page-boundary.tsx'
import { screenAt } from '../pages/resolve-route.ts'
import { useNewVersion } from './use-new-version.ts'
import styles from './wall.module.css'
import { Watermark } from './watermark.tsx'

/** Around a big screen: the session, and nothing that takes room or time from the figures. */
export const WallShell = memo(function WallShell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Wall />
    </QueryClientProvider>
  )
})

function Wall() {
  const { pathname } = useLocation()
  const { permissions } = useSession()
  const screen = screenAt(OVERVIEW_SCREENS, pathname)
  useIdleLock()
  useNewVersion()
  if (!screen || !isOpenTo(screen, permissions)) return <Navigate replace to={screen ? '/401' : '/404'} />
  return <WallPage key={screen.path} screen={screen} />
}

function WallPage({ screen }: { screen: Screen }) {
  const [Page] = useState(() => lazy(async () => ({ default: (await screen.load()).Page })))
  useEffect(() => {
    document.title = `${screen.title} - ${siteTitle()}`
  }, [screen])
  return (
    <main className={styles.wall}>
      <PageBoundary>
        <Suspense fallback={null}>
          <Page />
        </Suspense>
      </PageBoundary>
      <Watermark />
    </main>
  )
}
