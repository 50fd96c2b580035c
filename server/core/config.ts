import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { StartError } from './start-error.ts'

export const PROJECT_ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const whole = (fallback: number, min = 0) => z.coerce.number().int().min(min).default(fallback)
const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .default('')
  .transform((value) => value === '1' || value === 'true')

/** Every setting of the product; `docs/running.md` explains them. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  /** A PostgreSQL of one's own: production mode. */
  DATABASE_URL: z.string().optional(),
  /** The role that owns the tables, where it is not the one that runs. */
  DATABASE_MIGRATE_URL: z.string().optional(),
  /** 32 bytes in base64 or hex; encrypts personal fields. */
  DATA_KEY: z.string().optional(),
  /** Production only: the operator's word that the key may lie in the database, where every copy of it includes the key. */
  DATA_KEY_IN_DATABASE: z.enum(['', 'no', 'yes']).default(''),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  TRUST_PROXY: flag,
  CORS_ORIGINS: z.string().default(''),
  SITE_CONFIG: z.string().optional(),
  /** The map of the big screens, in the place of the sketch that comes with the product. */
  MAP_DIR: z.string().optional(),
  /** Where families reach the product, for the code on letters: https://… without a path. */
  PUBLIC_URL: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .transform((address) => (address ? new URL(address).origin : null)),
  SESSION_IDLE_MINUTES: whole(30, 1),
  SESSION_MAX_HOURS: whole(168, 1).pipe(z.number().max(168)),
  SESSIONS_PER_USER: whole(10, 1),
  /** Strict in production, the specification's own rules in the demo, unless said. */
  PASSWORD_POLICY: z.enum(['spec', 'strict']).optional(),
  PASSWORD_MAX_AGE_DAYS: whole(90, 1),
  /** Face photos of children are taken nowhere unless somebody decides so. */
  FACE_PHOTO: z
    .enum(['on', 'off'])
    .default('off')
    .transform((text) => text === 'on'),
  LOGIN_FAILURES_PER_ADDRESS: whole(100, 1),
  /** Calls of one account: more than any person or page makes. */
  CALLS_PER_MINUTE: whole(6_000, 1),
  LIMITED_CALLS_PER_MINUTE: whole(600, 1),
  EXISTENCE_CHECKS_PER_MINUTE: whole(20, 1),
  /** Searches of one account for a student by a whole number; of a child whose birth date is known 500 are possible. */
  NUMBER_SEARCHES_PER_MINUTE: whole(30, 1),
  /** Fewer than a child's possible numbers, or a quarter of an hour would be enough to find the right one. */
  NUMBER_SEARCHES_PER_DAY: whole(200, 1),
  /** The least rate at which a file comes, measured over windows of so long; a slower one gives up its place. */
  UPLOAD_BYTES_PER_SECOND: whole(16 * 1024, 0),
  UPLOAD_WINDOW_MS: whole(20_000, 100).pipe(z.number().max(60_000)),
  SMS_DAILY_PER_PHONE: whole(10, 1),
  SMS_DAILY_PER_ADDRESS: whole(500, 1),
  SMS_CAPTCHA_AFTER: whole(5, 0),
  SMS_PROVIDER: z.enum(['', 'aliyun', 'tencent']).default(''),
  SMS_ENDPOINT: z.string().optional(),
  SMS_ACCESS_ID: z.string().default(''),
  SMS_ACCESS_SECRET: z.string().default(''),
  SMS_SIGN_NAME: z.string().default(''),
  SMS_TEMPLATE: z.string().default(''),
  SMS_APP_ID: z.string().default(''),
  DATABASE_POOL: whole(10, 2),
  /** How long a request waits for the database before it is answered with 503. */
  DATABASE_WAIT_MS: whole(4_800, 500),
  /** How long an organisation that carried out tasks sees their results after the plan was archived. */
  EXECUTOR_DAYS_AFTER_ARCHIVE: whole(90, 0),
  /** How often one account may see a student's numbers in full. */
  REVEALS_PER_HOUR: whole(60, 1),
  REVEALS_PER_DAY: whole(200, 1),
  /** Rows that one account may take out in a day. */
  EXPORT_ROWS_PER_DAY: whole(500_000, 0),
  /** What the national return says for a vision below 3.0: the notice of 2021 says 0, some platforms send 9.0. */
  RETURN_LOW_VISION: z.enum(['0', '9.0']).default('0').transform(Number),
})

type Settings = Omit<z.infer<typeof Environment>, 'CORS_ORIGINS'>

export type Config = Settings & {
  PASSWORD_POLICY: 'spec' | 'strict'
  mode: 'demo' | 'production'
  /** `/dev` exists: in the demo, or with NODE_ENV=development. */
  devTools: boolean
  dataDir: string
  /** Null: the sketch that comes with the product. */
  mapDir: string | null
  corsOrigins: string[]
  siteFile: unknown
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`环境变量 ${issue?.path.join('.')} 的值不正确：${issue?.message}`)
  }
  const { CORS_ORIGINS, ...settings } = parsed.data
  assertSmsComplete(settings)
  const mode = settings.DATABASE_URL ? 'production' : 'demo'
  if (mode === 'production') assertKeyPlace(settings)
  return {
    ...settings,
    PASSWORD_POLICY: settings.PASSWORD_POLICY ?? (mode === 'production' ? 'strict' : 'spec'),
    mode,
    devTools: mode === 'demo' || settings.NODE_ENV === 'development',
    dataDir: path.resolve(PROJECT_ROOT, settings.DATA_DIR),
    mapDir: settings.MAP_DIR ? path.resolve(PROJECT_ROOT, settings.MAP_DIR) : null,
    corsOrigins: CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    siteFile: settings.SITE_CONFIG ? readSiteFile(settings.SITE_CONFIG) : {},
  }
}

/** A copy of a database that holds its own key protects nobody: that must be somebody's decision. */
function assertKeyPlace({ DATA_KEY, DATA_KEY_IN_DATABASE }: Settings): void {
  if (DATA_KEY || DATA_KEY_IN_DATABASE === 'yes') return
  throw new StartError(
    '正式模式须设置 DATA_KEY（32 字节，可用 openssl rand -hex 32 生成，请另行保管）；密钥已存放在数据库中的，或确认可以存放在数据库中的，请设置 DATA_KEY_IN_DATABASE=yes',
  )
}

const SMS_NEEDS = {
  aliyun: ['SMS_ACCESS_ID', 'SMS_ACCESS_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE'],
  tencent: ['SMS_ACCESS_ID', 'SMS_ACCESS_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE', 'SMS_APP_ID'],
} as const

/** With a provider the second step is on: without its keys nobody who needs a code could sign in any more. */
function assertSmsComplete(settings: Settings): void {
  if (settings.SMS_PROVIDER === '') return
  const missing = SMS_NEEDS[settings.SMS_PROVIDER].filter((name) => settings[name].trim() === '')
  if (missing.length === 0) return
  throw new StartError(
    `设置了 SMS_PROVIDER=${settings.SMS_PROVIDER}，但缺少 ${missing.join('、')}：短信发不出去，需要验证码的账号将无法登录`,
  )
}

function readSiteFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(path.resolve(PROJECT_ROOT, file), 'utf8'))
  } catch (error) {
    throw new StartError(`站点配置文件 ${file} 无法读取：${error instanceof Error ? error.message : error}`)
  }
}
