import { IDLE_LOCK_MS } from '#contract/core/limits.ts'
import { PLATFORM_TITLE, SiteConfig, settingsForHost } from '#contract/site.ts'
import { readStaticFile } from './api/static-files.ts'
import { transport } from './api/transport.ts'

const FALLBACK: SiteConfig = {
  default: { title: PLATFORM_TITLE, apiBase: '' },
  hosts: [],
  idleLockMs: IDLE_LOCK_MS,
  idleExemptRoutes: ['/overview', '/overviewTwo'],
  overviewPlanId: null,
  passwordPolicy: 'spec',
  sms: true,
  demo: null,
}

let config: SiteConfig = FALLBACK
let title = FALLBACK.default.title

/** Fetches the site's settings once, before the first render. */
export async function loadSite(): Promise<void> {
  const parsed = SiteConfig.safeParse(await readStaticFile('config.json'))
  if (parsed.success) config = parsed.data
  const settings = settingsForHost(config, window.location.hostname)
  title = settings.title
  transport.apiBase = settings.apiBase.replace(/\/$/, '')
}

export const siteConfig = (): SiteConfig => config
export const siteTitle = (): string => title
