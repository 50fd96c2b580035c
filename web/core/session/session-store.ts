import { useSyncExternalStore } from 'react'
import { type PermissionName, permissionNameOf } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { MenuEntry, UserInfo } from '#contract/session/schemas.ts'
import { call, callOrFollow } from '#web/core/api/call.ts'
import { connectSession } from '#web/core/api/transport.ts'
import { navigateTo } from '#web/core/navigation.ts'
import { forgetNotices, notifyError } from '#web/core/notice.ts'
import { clearStored } from './storage.ts'
import { clearTokenCookie, readTokenCookie, writeTokenCookie } from './token-cookie.ts'

export type Session = {
  token: string | null
  user: UserInfo | null
  permissions: ReadonlySet<PermissionName>
  menu: MenuEntry[]
  /** How the last session ended: whether to come back to the same page, or nobody was there (spec §4). */
  ended: 'return' | 'leave' | 'idle'
}

const NOBODY = { token: null, user: null, permissions: new Set<never>(), menu: [] }
let session: Session = { ...NOBODY, ended: 'return' }
let permissionsVersion: string | null = null
let stamps = 0
let loading: Promise<void> | null = null
let refreshing: Promise<void> | null = null
const listeners = new Set<() => void>()
const afterSignOut = new Set<() => void>()

function update(patch: Partial<Session>): void {
  session = { ...session, ...patch }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSession = (): Session => session
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession)

/** Runs whenever a session ends, for caches that must not outlive it. */
export function onSignedOut(clear: () => void): void {
  afterSignOut.add(clear)
}

export function signIn(token: string): void {
  permissionsVersion = null
  forgetNotices()
  writeTokenCookie(token)
  update({ ...NOBODY, token, ended: 'return' })
}

/** Forgets everything about the user; `redirect` leads back here after the next sign-in. */
export function signOut({
  redirect = false,
  idle = false,
}: {
  redirect?: boolean
  idle?: boolean
} = {}): void {
  clearTokenCookie()
  clearStored()
  permissionsVersion = null
  loading = null
  for (const clear of afterSignOut) clear()
  update({ ...NOBODY, ended: idle ? 'idle' : redirect ? 'return' : 'leave' })
}

/** The sign-in page is open: from here on a page that is asked for is come back to again. */
export function acknowledgeEnd(): void {
  if (session.ended !== 'return') update({ ended: 'return' })
}

/** Loads the user and what he may do; ends the session where that fails (spec §2). */
export function loadUser(): Promise<void> {
  if (loading) return loading
  const started = loadOrSignOut().finally(() => {
    if (loading === started) loading = null
  })
  loading = started
  return started
}

async function loadOrSignOut(): Promise<void> {
  const { token } = session
  try {
    await fetchUser()
  } catch (error) {
    // Somebody has signed in meanwhile: the failure is none of theirs.
    if (session.token !== null && session.token !== token) return
    if (session.token !== null) signOut({ redirect: true })
    notifyError((error as LoadError).message)
  }
}

/** Reads the user and the permissions again; menu, routes and buttons follow by themselves. */
export function refreshPermissions(): Promise<void> {
  return refresh(permissionsVersion)
}

function refresh(knownVersion: string | null): Promise<void> {
  const startedWith = permissionsVersion
  refreshing ??= fetchUser()
    .catch(() => {
      // Not learnt this time: the next answer that carries the newer version tries again.
      permissionsVersion = knownVersion
    })
    .finally(() => {
      refreshing = null
      // They changed once more while they were read: what was read may be the older half.
      const moved = permissionsVersion !== startedWith && permissionsVersion !== knownVersion
      if (session.user && moved) void refresh(permissionsVersion)
    })
  return refreshing
}

class LoadError extends Error {}

async function fetchUser(): Promise<void> {
  const { token } = session
  const fail = (message: string) => () => Promise.reject(new LoadError(message))
  const asked = call(sessionEndpoints.userInfo, { t: stamp() }).catch(fail('获取用户信息失败，请重新登录！'))
  const [user, menu] = await Promise.all([
    asked,
    // Where both fail it is the user that is missing, whichever answer comes first.
    callOrFollow(sessionEndpoints.menuList, {}).catch(() => asked.then(fail('获取用户权限失败'))),
  ])
  if (session.token !== token) return
  const names = menu.map(({ id }) => permissionNameOf(id)).filter((name) => name !== undefined)
  update({ user, menu, permissions: new Set(names) })
}

/** Makes the call differ from one under way, so that neither cancels the other. */
export const stamp = (): string => `${Date.now()}-${stamps++}`

connectSession({
  token: () => session.token,
  onEffect: (effect, message) => {
    if (effect === 'signOut') {
      // Shown here, because the caller is unmounted with the session; a failed start shows its own message.
      if (session.user && message) notifyError(message)
      return signOut({ redirect: true })
    }
    void refreshPermissions()
    navigateTo('/401')
  },
  onPermissionsVersion: (version) => {
    const known = permissionsVersion
    permissionsVersion = version
    if (known !== null && known !== version && session.user) void refresh(known)
  },
})

/** Takes up the session of the cookie; called once at the start. */
export function resumeSession(): void {
  update({ token: readTokenCookie() })
}

/** Another tab signed out, or in as somebody else: this one must not go on showing the old user. */
export function followOtherTabs(): void {
  if (session.token === null || readTokenCookie() === session.token) return
  if (readTokenCookie() === null) signOut({ redirect: true })
  else window.location.reload()
}
