import { Activity, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { isOpenTo, type Screen } from '#web/core/screen.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { siteTitle } from '#web/core/site.ts'
import { SCREENS } from '#web/features.ts'
import { rememberAddresses } from './cached-addresses.ts'
import { PageBox } from './page-box.tsx'
import { dropClosed, EMPTY_CACHE, visit } from './page-cache.ts'
import { resolveRoute } from './resolve-route.ts'

/** The screen of the current address; the cached ones stay mounted, hidden. */
export function PageHost() {
  const { pathname } = useLocation()
  const { permissions, user } = useSession()
  const route = resolveRoute(SCREENS, pathname, permissions)
  return (
    <>
      {'redirect' in route && <Navigate replace to={route.redirect} />}
      <Pages key={user?.userId} screen={'screen' in route ? route.screen : null} />
    </>
  )
}

function Pages({ screen }: { screen: Screen | null }) {
  const location = useLocation()
  const { permissions } = useSession()
  const [cache, setCache] = useState(EMPTY_CACHE)
  const open = dropClosed(cache, (candidate) => isOpenTo(candidate, permissions))
  const next = screen ? visit(open, screen, location) : open
  if (next !== cache) setCache(next)

  useEffect(() => rememberAddresses(next), [next])
  useEffect(() => {
    if (screen) document.title = `${screen.title} - ${siteTitle()}`
  }, [screen])

  const shownId = screen ? next.pages.at(-1)?.id : undefined
  // A fixed order, whatever was used last: moving a box in the document would lose its scroll offset.
  return [...next.pages]
    .sort((one, other) => one.id - other.id)
    .map((page) => (
      <Activity key={page.id} mode={page.id === shownId ? 'visible' : 'hidden'}>
        <PageBox page={page} active={page.id === shownId} />
      </Activity>
    ))
}
