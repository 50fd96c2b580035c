import { z } from 'zod'

export const PLATFORM_TITLE = '儿童青少年视力健康守护平台'

/** `/static/config.json`: what depends on the host name a browser came by (spec §1, §7). */
const SiteSettings = z.object({
  title: z.string(),
  /** Prefix of every call; empty means the server that served the page. */
  apiBase: z.string(),
})
export const SiteConfig = z.object({
  default: SiteSettings,
  /** The first entry whose marker occurs in the host name wins over the default. */
  hosts: z.array(SiteSettings.partial().extend({ marker: z.string().min(1) })),
  idleLockMs: z.number().int().positive(),
  idleExemptRoutes: z.array(z.string()),
  /** The plan that big screens open with; null: the one under way that is nearest to who watches. */
  overviewPlanId: z.number().int().positive().nullable(),
  /** Which of the two password rules the change dialog applies. */
  passwordPolicy: z.enum(['spec', 'strict']),
  /** Whether codes can be sent by SMS; without them nobody changes a phone or resets a password alone. */
  sms: z.boolean(),
  demo: z
    .object({
      password: z.string(),
      accounts: z.array(z.object({ account: z.string(), description: z.string() })),
    })
    .nullable(),
})
export type SiteConfig = z.infer<typeof SiteConfig>

export function settingsForHost(config: SiteConfig, host: string): z.infer<typeof SiteSettings> {
  return { ...config.default, ...config.hosts.find(({ marker }) => host.includes(marker)) }
}
