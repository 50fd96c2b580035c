import { createCache, StyleProvider } from '@ant-design/cssinjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { AntdFrame } from '#web/app/antd-frame.tsx'
import { AddressFrame, Entry } from '#web/app/entry.tsx'
import { loadShell } from '#web/app/guard/parts.tsx'
import { PageHost } from '#web/app/pages/page-host.tsx'
import { screenAt } from '#web/app/pages/resolve-route.ts'
import { queryClient } from '#web/core/api/query-client.ts'
import { ScreensContext } from '#web/core/screens-context.ts'
import { loadUser, resumeSession, signIn } from '#web/core/session/session-store.ts'
import { writeTokenCookie } from '#web/core/session/token-cookie.ts'
import { loadSite } from '#web/core/site.ts'
import { SCREENS } from '#web/features.ts'
import type { FakeApi } from './fake-api.ts'
import { answerShell } from './samples/shell.ts'
import type { SampleUser } from './samples/users.ts'

/** Nothing moves, and no styles are made that nobody sees. */
const STILL = { zeroRuntime: true, cssVar: { key: 'still' }, token: { motion: false } }
const STYLES = lastingStyles()

type Options = {
  api: FakeApi
  as: SampleUser
  /** What the shell shows beside every page, where the test is about it. */
  beside?: ReactNode
}

/**
 * Opens an address of the console as somebody. The screen stands in everything the product puts around it except
 * menu and top bar; an address the user may not see leads to /401, as ever.
 */
export async function renderScreen(address: string, { api, as, beside }: Options) {
  const page = screenAt(SCREENS, address.split('?')[0] ?? '')?.load()
  return renderFramed(address, { api, as }, [page], [<PageHost key="page" />, beside])
}

/** One part of a screen alone, a dialog above all: drawing the list below it takes longer than what is tested. */
export const renderPart = (address: string, part: ReactNode, options: Pick<Options, 'api' | 'as'>) =>
  renderFramed(address, options, [], part)

async function renderFramed(
  address: string,
  { api, as }: Pick<Options, 'api' | 'as'>,
  loading: readonly (Promise<unknown> | undefined)[],
  content: ReactNode,
) {
  api.identify(as)
  window.history.replaceState(null, '', address)
  signIn('token of the test')
  await Promise.all([loadSite(), loadUser(), ...loading])
  return renderStill(
    <AddressFrame>
      <AntdFrame>
        <QueryClientProvider client={queryClient}>
          <ScreensContext value={SCREENS}>{content}</ScreensContext>
        </QueryClientProvider>
      </AntdFrame>
    </AddressFrame>,
  )
}

/** Opens an address of the product as a stranger does: guard, sign-in page and all. */
export async function renderEntry(address: string) {
  window.history.replaceState(null, '', address)
  await loadSite()
  return renderStill(<Entry />)
}

/** Opens an address with a session of an earlier visit: menu, top bar and what runs behind every page are there too. */
export async function renderConsole(address: string, { api, as }: Pick<Options, 'api' | 'as'>) {
  answerShell(api).identify(as)
  window.history.replaceState(null, '', address)
  writeTokenCookie('token of the test')
  resumeSession()
  const page = screenAt(SCREENS, window.location.pathname)?.load()
  await Promise.all([loadSite(), loadUser(), loadShell(), page])
  return renderStill(<Entry />)
}

/** Fills a field at one stroke, as pasting does: where the single keys do not matter, they only take time. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  // A dialog that has just opened takes the focus once, wherever it is.
  field.focus()
  if (text) await user.paste(text)
}

/** Opens a drop-down and takes one of its entries. */
export async function choose(user: UserEvent, box: HTMLElement, option: string | RegExp): Promise<void> {
  await user.click(box)
  const options = await screen.findAllByText(option, {
    selector: '.ant-select-item-option-content, .ant-select-item-option-content *',
  })
  await user.click(options.at(-1) ?? box)
}

/** Where the browser is. */
export const currentAddress = (): string => `${window.location.pathname}${window.location.search}`

/** Made once for all tests: antd forgets its theme with the last screen, and deriving it takes a tenth of a test. */
function lastingStyles() {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (key, change) => update(key, (before) => change(before) ?? before ?? null)
  return cache
}

function renderStill(children: ReactNode) {
  // No pause between keys, no styles asked for the pointer: a test presses as fast as it can.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const view = render(
    <StyleProvider cache={STYLES}>
      <ConfigProvider theme={STILL} wave={{ disabled: true }}>
        {children}
      </ConfigProvider>
    </StyleProvider>,
  )
  return { ...view, user }
}
