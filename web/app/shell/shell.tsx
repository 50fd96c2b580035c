import { QueryClientProvider } from '@tanstack/react-query'
import { Layout, Watermark } from 'antd'
import { memo, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '#web/core/api/query-client.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { ScreensContext } from '#web/core/screens-context.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { readStored } from '#web/core/session/storage.ts'
import { siteConfig } from '#web/core/site.ts'
import { colors } from '#web/core/theme.ts'
import { SCREENS } from '#web/features.ts'
import { useMayExport, useMayImport } from '#web/widgets/import/import-permissions.ts'
import { AntdFrame } from '../antd-frame.tsx'
import { ShellEffects } from '../effects/shell-effects.tsx'
import { PageHost } from '../pages/page-host.tsx'
import { screenAt } from '../pages/resolve-route.ts'
import { EnrolGate } from './enrol-gate.tsx'
import { LocationTrail } from './location-trail.tsx'
import { hasRoomForTitle, screensInMenu } from './menu-items.tsx'
import { PasswordGate } from './password-gate.tsx'
import { SessionDialogs } from './session-dialogs.tsx'
import './shell.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

export { SessionExpired } from './session-expired.tsx'

// The console does not wait for it.
const ImportList = lazyPart(
  async () => (await import('#web/widgets/import/task-list/import-list.tsx')).ImportList,
)

/** The console around every screen: menu, top bar, position, watermark. The guard draws at every address; this does not. */
export const Shell = memo(function Shell() {
  return (
    <AntdFrame>
      <QueryClientProvider client={queryClient}>
        <ScreensContext value={SCREENS}>
          <ShellEffects />
          <ShellLayout />
        </ScreensContext>
      </QueryClientProvider>
    </AntdFrame>
  )
})

function ShellLayout() {
  const { permissions } = useSession()
  const { pathname } = useLocation()
  const screens = screensInMenu(SCREENS, permissions)
  const bare = screenAt(SCREENS, pathname)?.bare
  return (
    <Marked>
      <EnrolGate>
        <PasswordGate>
          {bare ? (
            <main className="bare-pages">
              <PageHost />
            </main>
          ) : (
            <Layout>
              <TopBar showTitle={hasRoomForTitle(screens)} />
              <Layout>
                <SideMenu screens={screens} />
                <div className="shell-main">
                  <LocationTrail />
                  <main className="shell-pages">
                    <PageHost />
                  </main>
                </div>
              </Layout>
              <Imports />
            </Layout>
          )}
        </PasswordGate>
      </EnrolGate>
      <SessionDialogs />
    </Marked>
  )
}

/** Imports and exports under way, for those who may start any. */
function Imports() {
  const mayImport = useMayImport()
  const mayExport = useMayExport()
  if (!mayImport && !mayExport) return null
  return (
    <Suspense fallback={null}>
      <ImportList />
    </Suspense>
  )
}

/** The watermark of user and organisation. */
function Marked({ children }: { children: ReactNode }) {
  const { user } = useSession()
  // The contrast of what lies under a watermark cannot be measured: a demo may switch it off.
  const off = siteConfig().demo !== null && readStored('no-watermark') === '1'
  if (off || !user) return <div className="shell">{children}</div>
  return (
    <Watermark
      className="shell"
      content={[user.realName, user.orgName ?? ''].filter(Boolean)}
      font={{ color: colors.watermark, fontSize: 14 }}
      gap={[140, 120]}
      zIndex={900}
    >
      {children}
    </Watermark>
  )
}
