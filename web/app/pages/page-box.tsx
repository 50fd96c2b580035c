import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  memo,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { UNSAFE_LocationContext as LocationContext, NavigationType } from 'react-router'
import type { Screen } from '#web/core/screen.ts'
import { Splash } from '../splash.tsx'
import { BackToTop } from './back-to-top.tsx'
import { PageBoundary } from './page-boundary.tsx'
import type { CachedPage } from './page-cache.ts'

/**
 * One page in its own scroll box, seeing only the address it was opened with. It is not drawn again because the user
 * goes elsewhere: `Routes` of the router would do that with every cached page.
 */
export const PageBox = memo(function PageBox({ page, active }: { page: CachedPage; active: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const offset = useRef(0)
  // Runs again each time the page is shown: a hidden box has lost its offset.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = offset.current
  }, [])
  const { location } = page
  const address = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  const Page = lazyPage(page.screen)
  const contents = useMemo(() => <Page />, [Page])
  return (
    <div
      ref={box}
      className="page-box"
      onScroll={({ currentTarget }) => {
        if (active) offset.current = currentTarget.scrollTop
      }}
    >
      <PageBoundary>
        <Suspense fallback={<Splash />}>
          <LocationContext value={address}>{contents}</LocationContext>
        </Suspense>
      </PageBoundary>
      {active && <BackToTop box={box} />}
    </div>
  )
})

const pages = new Map<string, LazyExoticComponent<ComponentType>>()

function lazyPage(screen: Screen): LazyExoticComponent<ComponentType> {
  const known = pages.get(screen.path)
  if (known) return known
  const page = lazy(async () => ({ default: (await screen.load()).Page }))
  pages.set(screen.path, page)
  return page
}
