// `npm run admin`: what has to be done before anybody can sign in, or when nobody can any more.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import {
  ApprovalStatus,
  OrgProperty,
  OrgType,
  PROPERTIES_OF_ORG_TYPE,
  RoleType,
} from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { Account, OrgName, PersonName, Phone, PlainDate, TypedAccount } from '#contract/core/fields.ts'
import { AreaTriple } from '#contract/orgs/schemas.ts'
import { accountKey } from './account/account-key.ts'
import { addUser, assertAccountFree } from './account/new-user.ts'
import { ONE_TIME_HOURS, replaceByOneTimePassword } from './account/one-time-password.ts'
import { findCredentialsByAccount } from './account/user-queries.ts'
import {
  type Given,
  Mistake,
  mistake,
  OPTIONS,
  requireOptions,
  systemUser,
  UsageError,
} from './admin-command.ts'
import { readMapFiles } from './admin-map.ts'
import { readExtension, readList } from './admin-orgs.ts'
import { findDays } from './admin-queries.ts'
import { assertAreaPath } from './areas/area.ts'
import { findAreaPath } from './areas/area-queries.ts'
import { writeAudit } from './core/audit-queries.ts'
import { type Config, readConfig } from './core/config.ts'
import { say } from './core/console.ts'
import { type Ctx, type TxCtx, tx } from './core/context.ts'
import { asStartError } from './core/db/up-to-date.ts'
import { FolderInUse, lockFolder } from './core/instance-lock.ts'
import { makePasswords } from './core/passwords.ts'
import { newOneTimePassword } from './core/secrets.ts'
import { StartError } from './core/start-error.ts'
import { type Data, joinServer, openData } from './open-data.ts'
import { guardName, nameTaken } from './orgs/org.ts'
import { insertOrg, isOrgNameTaken } from './orgs/org-queries.ts'
import { govLevelOf, groupCodeOf } from './orgs/permission-group.ts'
import { removeSecondStep } from './session/second-step/reset.ts'

const VALID_YEARS = 3
const USAGE = `用法：
  npm run admin -- create --account 用户名 --name 姓名 --phone 手机号码
      --org-name 机构全称 --property 50|55 --province 省级代码 [--city 市级代码] [--region 区县代码]
      [--expires YYYY-MM-DD]
    建立一个政府机构（50 教育局，55 卫健委）和它的超级管理员；有效期默认为 ${VALID_YEARS} 年
  npm run admin -- reset-password --account 用户名
    重置一个账号的密码
  npm run admin -- list-orgs [--org 名称的一部分]
    列出已审核通过的机构及其编号、有效期，先到期的在前
  npm run admin -- extend-org --org 编号或全称 --until YYYY-MM-DD [--reason 原因]
    更改一个机构的有效期
  npm run admin -- reset-second-step --account 用户名
    移除一个账号的身份验证器和恢复码，用于手机丢失而没有上级管理员的情形
  npm run admin -- add-map 文件.geojson… [--approval "GS（2024）0650号"]
    把带行政区划代码的 GeoJSON 写成大屏的地图，存入 MAP_DIR
密码只显示一次，首次登录后必须修改。`

export async function admin(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const { command, given } = readCommand(args)
    const work = COMMANDS[command](given)
    const config = readConfig(env)
    await withData(config, (data) => work(contextOf(config, data)))
  } catch (error) {
    const reason = asStartError(error)
    if (!(reason instanceof Mistake || reason instanceof BizError || reason instanceof StartError))
      throw error
    console.error(reason.message)
    if (reason instanceof UsageError) console.error(`\n${USAGE}`)
    process.exitCode = 1
  }
}

const COMMANDS = {
  create: readNewAdmin,
  'reset-password': readAccount(resetPassword),
  'reset-second-step': readAccount(resetSecondStep),
  'list-orgs': readList,
  'extend-org': readExtension,
  'add-map': readMapFiles,
}
const isCommand = (word: string | undefined): word is keyof typeof COMMANDS =>
  word !== undefined && Object.hasOwn(COMMANDS, word)

function readCommand(args: string[]): { command: keyof typeof COMMANDS; given: Given } {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [command, ...files] = positionals
    if (command === 'add-map') return { command, given: { ...values, files } }
    if (files.length) throw new UsageError(`多出的参数：${files.join(' ')}`)
    if (isCommand(command)) return { command, given: values }
    throw new UsageError(command ? `没有 ${command} 这个命令` : '请指定命令')
  } catch (error) {
    if (error instanceof UsageError) throw error
    // Node's own words, in English; the first sentence names the option.
    throw new UsageError(`参数有误：${String((error as Error).message).split('. ')[0]}`)
  }
}

const { government } = OrgType.code
const propertyHint = PROPERTIES_OF_ORG_TYPE[government]
  .map((code) => `${code}（${OrgProperty.label(code)}）`)
  .join('或')
const NewAdmin = AreaTriple.extend({
  account: Account,
  name: PersonName,
  phone: Phone,
  orgName: OrgName,
  property: z.preprocess(Number, z.literal(PROPERTIES_OF_ORG_TYPE[government], `只能是 ${propertyHint}`)),
  expires: PlainDate.optional(),
})
/** Everything that can be said without the database is said before it is touched. */
function readNewAdmin(given: Given) {
  requireOptions(given, ['account', 'name', 'phone', 'org-name', 'property', 'province'])
  const parsed = NewAdmin.safeParse({
    ...given,
    orgName: given['org-name'],
    provinceId: given.province,
    cityId: given.city,
    regionId: given.region,
  })
  if (!parsed.success) throw mistake(given, parsed.error)
  return (ctx: Ctx) => createAdmin(ctx, parsed.data)
}

function readAccount(work: (ctx: Ctx, account: string) => Promise<void>) {
  return (given: Given) => {
    requireOptions(given, ['account'])
    const parsed = z.object({ account: TypedAccount }).safeParse(given)
    if (!parsed.success) throw mistake(given, parsed.error)
    return (ctx: Ctx) => work(ctx, parsed.data.account)
  }
}

async function createAdmin(ctx: Ctx, input: z.output<typeof NewAdmin>) {
  await assertAreaPath(ctx.db, input).catch(() => {
    const codes = [input.provinceId, input.cityId, input.regionId].filter(Boolean).join('、')
    throw new Mistake(`区域 ${codes} 不存在或互不隶属，请按省、市、区县逐级填写行政区划代码`)
  })
  const { today, later } = await findDays(ctx.db, VALID_YEARS)
  const expiresOn = input.expires ?? later
  if (expiresOn < today) throw new Mistake(`--expires ${expiresOn}：有效期不能早于今天（${today}）`)
  if (await isOrgNameTaken(ctx.db, input, input.orgName)) throw nameTaken()
  await assertAccountFree(ctx, input.account, input.phone)
  const password = newOneTimePassword()
  const passwordHash = await ctx.passwords.hash(password)
  await tx(ctx, async (ctx) => {
    const orgId = await insertGovernment(ctx, input, expiresOn)
    const userId = await addUser(ctx, {
      account: input.account,
      realName: input.name,
      phone: input.phone,
      passwordHash,
      mustChangePassword: true,
      oneTimeHours: ONE_TIME_HOURS,
      orgId,
      roleType: RoleType.code.admin,
      isSuper: true,
      // The levels of government and the kinds of range are counted alike: province, city, district.
      dataRangeType: govLevelOf(input),
      dataRangeProvinceId: input.provinceId,
      dataRangeCityId: input.cityId ?? null,
      dataRangeRegionId: input.regionId ?? null,
    })
    ctx.note({ objectType: 'user', objectId: userId, detail: { orgId, by: systemUser() } })
    await writeAudit(ctx, { action: 'admin.create', success: true, code: 200, orgId })
  })
  const area = await findAreaPath(ctx.db, input.regionId ?? input.cityId ?? input.provinceId)
  say(`已建立机构“${input.orgName}”（${area?.fullName}，有效期至 ${expiresOn}）及其超级管理员`)
  show(input.account, password)
}

function insertGovernment(ctx: TxCtx, input: z.output<typeof NewAdmin>, expiresOn: string): Promise<number> {
  return guardName(
    insertOrg(ctx.db, {
      name: input.orgName,
      orgType: government,
      property: input.property,
      provinceId: input.provinceId,
      cityId: input.cityId,
      regionId: input.regionId,
      address: '',
      contactName: input.name,
      contactPhoneEnc: ctx.secrets.encrypt(input.phone),
      status: ApprovalStatus.code.passed,
      expiresOn,
      permissionGroupCode: groupCodeOf(government, input),
    }),
  )
}

async function requireUser(ctx: Ctx, account: string) {
  const user = await findCredentialsByAccount(ctx.db, accountKey(account))
  if (!user) throw new Mistake(`没有账号 ${account}`)
  return user
}

async function resetSecondStep(ctx: Ctx, account: string) {
  const user = await requireUser(ctx, account)
  const removed = await tx(ctx, async (ctx) => {
    const removed = await removeSecondStep(ctx, user.id, '系统运维人员')
    ctx.note({ detail: { removed, by: systemUser() } })
    await writeAudit(ctx, { action: 'admin.resetSecondStep', success: true, code: 200 })
    return removed
  })
  say(removed ? `已移除账号 ${user.account} 的身份验证器和恢复码` : `账号 ${user.account} 没有启用身份验证器`)
}

async function resetPassword(ctx: Ctx, account: string) {
  const user = await requireUser(ctx, account)
  const password = newOneTimePassword()
  const passwordHash = await ctx.passwords.hash(password)
  await tx(ctx, async (ctx) => {
    await replaceByOneTimePassword(ctx, { userId: user.id, accountKey: user.accountKey }, passwordHash)
    ctx.note({ objectType: 'user', objectId: user.id, detail: { by: systemUser() } })
    await writeAudit(ctx, { action: 'admin.resetPassword', success: true, code: 200, orgId: user.orgId })
  })
  show(user.account, password)
  if (!user.enabled) say('注意：该账号已停用，启用后才能登录')
}

function show(account: string, password: string) {
  say(`账号：${account}`)
  say(`一次性密码：${password}`)
  say(`密码只显示这一次，${ONE_TIME_HOURS} 小时内有效，首次登录后必须修改`)
}

/** A product that runs keeps its database; one that was started for this command is stopped with it. */
async function withData(config: Config, work: (data: Data) => Promise<void>): Promise<void> {
  const lock = config.mode === 'demo' ? await lockUnlessRunning(config) : undefined
  const restoreSignals = lock && finishDespiteSignals()
  try {
    const joined = config.mode === 'demo' && !lock ? await joinServer(config) : undefined
    const data = await openData(config, say, { server: joined })
    try {
      await work(data)
      if (data.storedInDatabase && config.mode === 'production')
        say('提示：数据密钥存放在数据库中，服务启动时也请设置 DATA_KEY_IN_DATABASE=yes，不要设置 DATA_KEY')
    } finally {
      await data.close()
    }
  } finally {
    await lock?.release()
    restoreSignals?.()
  }
}

/** Ended in the middle we would leave the database running. */
function finishDespiteSignals(): () => void {
  const wait = () => console.error('请稍候，马上结束……')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, wait)
  return () => {
    for (const signal of signals) process.off(signal, wait)
  }
}

async function lockUnlessRunning(config: Config) {
  try {
    return await lockFolder(config.dataDir)
  } catch (error) {
    if (error instanceof FolderInUse) return undefined
    throw error
  }
}

const ignore = () => undefined
const silent: FastifyBaseLogger = {
  level: 'silent',
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
  silent: ignore,
  child: () => silent,
}

function contextOf(config: Config, data: Data): Ctx {
  const auditNote = {}
  const unavailable = async () => {
    throw new Error('not available to a command')
  }
  return {
    config,
    db: data.requests.db,
    secrets: data.secrets,
    sms: { send: unavailable },
    enqueue: unavailable,
    passwords: makePasswords(),
    inTurn: unavailable,
    moments: unavailable,
    ip: 'localhost',
    device: 'npm run admin',
    requestId: randomUUID(),
    log: silent,
    caller: null,
    scope: { kind: 'nothing' },
    auditNote,
    disclosed: { names: false },
    note: (note) => Object.assign(auditNote, note),
  }
}
