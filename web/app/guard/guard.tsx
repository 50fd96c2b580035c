import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { notifyError } from '#web/core/notice.ts'
import { loginAddress, redirectTarget } from '#web/core/session/redirect.ts'
import { acknowledgeEnd, loadUser, useSession } from '#web/core/session/session-store.ts'
import { siteTitle } from '#web/core/site.ts'
import { isWall } from '#web/core/wall-paths.ts'
import { Splash } from '../splash.tsx'
import { LoginPage, SessionExpired, Shell, usePrefetchAfterLogin, WallShell } from './parts.tsx'
import { takeThirdPartyCallback } from './third-party.ts'

/** Decides what an address may show (spec §2 "Navigation guard"). */
export function Guard() {
  return (
    <Suspense fallback={<Splash />}>
      <Decision />
    </Suspense>
  )
}

function Decision() {
  const { token, user, ended } = useSession()
  const { pathname, search } = useLocation()
  const { callback, rest } = takeThirdPartyCallback(search)
  if (callback) return <ThirdPartyArrival to={`${pathname}${rest}`} />
  if (token === null && ended === 'idle') return <SessionExpired />
  if (pathname === '/login') return <LoginGate />
  if (token === null) {
    return <Navigate replace to={ended === 'leave' ? '/login' : loginAddress(pathname, search)} />
  }
  if (user === null) return <UserLoading key={token} />
  // What has to be done before anything else is shown is done in the console.
  const isFree = !user.mustEnrol && !user.mustChangePassword
  return isWall(pathname) && isFree ? <WallShell /> : <Shell />
}

function LoginGate() {
  const { token } = useSession()
  const { search } = useLocation()
  const [cameSignedIn] = useState(token !== null)
  usePrefetchAfterLogin()
  useEffect(() => {
    acknowledgeEnd()
    document.title = `登录 - ${siteTitle()}`
  }, [])
  if (token !== null) return <Navigate replace to={cameSignedIn ? '/' : redirectTarget(search)} />
  return <LoginPage />
}

function UserLoading() {
  useEffect(() => {
    void loadUser()
  }, [])
  return <Splash />
}

/** No workplace login is configured on this site: the callback is taken out of the address and refused. */
function ThirdPartyArrival({ to }: { to: string }) {
  useEffect(() => notifyError('自动登录token获取失败'), [])
  return <Navigate replace to={to} />
}
