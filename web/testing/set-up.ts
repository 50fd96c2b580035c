// Around every component test: a fresh document and session before it, faults of its API after it.
import '#web/core/zod-setup.ts'
import './react-act.ts'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetNotices } from '#web/core/notice.ts'
import { signOut } from '#web/core/session/session-store.ts'
import { disconnectFakeApi, endFakeApi } from './fake-api.ts'
import { answerStylesQuickly } from './quick-styles.ts'

answerStylesQuickly()

// A busy machine takes its time; who waits for something that comes does not wait longer for it.
configure({ asyncUtilTimeout: 20_000 })
configure(({ getElementError }) => ({
  // What is waited for is often not there yet: the document is printed when the waiting is over, not each time.
  getElementError: (message, container) =>
    isWaiting() ? notThere(message) : getElementError(message, container),
}))

const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
const notThere = (message: string | null) =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await disconnectFakeApi()
  // As if the session had run out: a user who signs out is not brought back to the page they were on.
  signOut({ redirect: true })
  forgetNotices()
  localStorage.clear()
  // What was typed and never sent is put there when a session ends, for the next one of the same user.
  sessionStorage.clear()
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  endFakeApi()
})
