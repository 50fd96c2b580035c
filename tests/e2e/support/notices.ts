import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What each page has said since the last notice that a test waited for. */
const said = new WeakMap<Page, string[]>()

function saidBy(page: Page): string[] {
  const notices = said.get(page) ?? []
  said.set(page, notices)
  return notices
}

/** Writes down every notice when it comes into sight, because it is gone again by itself. */
export async function recordNotices(context: BrowserContext): Promise<void> {
  await context.exposeBinding('tellNotice', ({ page }, text: string) => void saidBy(page).push(text))
  await context.addInitScript(watchNotices)
}

/** Runs in the page, without its timers: a test may have stopped them. */
function watchNotices(): void {
  const { tellNotice } = window as unknown as { tellNotice: (text: string) => void }
  const lastText = new WeakMap<Element, string>()
  const look = () => {
    for (const notice of document.querySelectorAll('[role=alert]')) {
      const text = (notice.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
      if (!text || lastText.get(notice) === text || !notice.checkVisibility({ visibilityProperty: true }))
        continue
      lastText.set(notice, text)
      tellNotice(text)
    }
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['role', 'class', 'style', 'hidden'],
  })
  // A popover that opens changes nothing in the document.
  document.addEventListener('toggle', look, true)
}

/**
 * A notice that comes, or has come since the last one that was waited for. Each counts once; a repeat of one that
 * still stands only stands longer and is none.
 */
export function notice(page: Page, text: string | RegExp) {
  const fits = (said: string) => (typeof text === 'string' ? said.includes(text) : text.test(said))
  const fitting = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
  return {
    async waitFor(options: { timeout?: number } = {}): Promise<void> {
      const notices = saidBy(page)
      await expect.poll(() => [...notices], options).toContainEqual(fitting)
      notices.splice(0, notices.findIndex(fits) + 1)
    },
  }
}
