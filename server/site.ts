import { IDLE_LOCK_MS } from '#contract/core/limits.ts'
import { PLATFORM_TITLE, SiteConfig } from '#contract/site.ts'
import type { Config } from './core/config.ts'
import { sendsSms } from './core/sends-sms.ts'
import { StartError } from './core/start-error.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './seed/demo-world.ts'

/** The served configuration: defaults, then the site file (`SITE_CONFIG`), then what only the server knows. */
export function makeSiteConfig(config: Config): SiteConfig {
  const merged = SiteConfig.safeParse({
    default: { title: PLATFORM_TITLE, apiBase: '' },
    hosts: [],
    idleLockMs: IDLE_LOCK_MS,
    idleExemptRoutes: ['/overview', '/overviewTwo'],
    overviewPlanId: null,
    ...(config.siteFile as object),
    passwordPolicy: config.PASSWORD_POLICY,
    sms: sendsSms(config),
    demo: config.mode === 'demo' ? { password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS } : null,
  })
  if (!merged.success) {
    const issue = merged.error.issues[0]
    throw new StartError(`站点配置文件的 ${issue?.path.join('.')} 不正确：${issue?.message}`)
  }
  return merged.data
}
