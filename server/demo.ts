// `npm run demo`: makes the demo of the data folder larger.
import { parseArgs } from 'node:util'
import { type Config, readConfig } from './core/config.ts'
import { say } from './core/console.ts'
import { type Database, openDatabase } from './core/db/connect.ts'
import { asStartError } from './core/db/up-to-date.ts'
import { lockFolder } from './core/instance-lock.ts'
import { StartError } from './core/start-error.ts'
import { openData, type Server, startServer } from './open-data.ts'
import { growDemo } from './seed/grow/grow-demo.ts'
import { MOST_PLANS } from './seed/screening/demo-screening-plans.ts'

const MOST = 10_000_000
const USAGE = `用法：
  npm run demo -- --students 人数 [--plans 次数]
    把演示数据扩充到指定的在校学生人数（不超过 ${MOST}），连同各次筛查的结果；已经够了就什么也不做
    --plans ${MOST_PLANS}：再往前补一次筛查，共 ${MOST_PLANS} 次
    只用于数据目录（DATA_DIR）里的内置数据库，运行前请先停止平台`

/** Something given that cannot be used; the message says what. */
class Mistake extends Error {}
class UsageError extends Mistake {}
class Interrupted extends Mistake {}

export async function demo(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const wanted = readWanted(args)
    const config = readConfig(env)
    if (config.mode !== 'demo')
      throw new Mistake('演示数据只能放进内置数据库，不会写入 DATABASE_URL 指定的数据库；请去掉 DATABASE_URL')
    await grow(config, wanted)
  } catch (error) {
    const reason = asStartError(error)
    if (!(reason instanceof Mistake || reason instanceof StartError)) throw error
    console.error(reason.message)
    if (reason instanceof UsageError) console.error(`\n${USAGE}`)
    process.exitCode = 1
  }
}

type Wanted = { students: number; plans?: number }

function readWanted(args: string[]): Wanted {
  const { students, plans } = parse(args)
  if (students === undefined) throw new UsageError('缺少 --students')
  return {
    students: readNumber('--students', students, MOST),
    ...(plans !== undefined && { plans: readNumber('--plans', plans, MOST_PLANS) }),
  }
}

function readNumber(option: string, given: string, most: number): number {
  const value = Number(given)
  if (/^\d+$/.test(given) && value >= 1 && value <= most) return value
  throw new UsageError(`${option} ${given}：请写 1 到 ${most} 之间的整数`)
}

function parse(args: string[]): { students?: string; plans?: string } {
  try {
    return parseArgs({ args, options: { students: { type: 'string' }, plans: { type: 'string' } } }).values
  } catch (error) {
    // Node's own words, in English; the first sentence names the option.
    throw new UsageError(`参数有误：${String((error as Error).message).split('. ')[0]}`)
  }
}

async function grow(config: Config, wanted: Wanted): Promise<void> {
  const lock = await lockFolder(config.dataDir)
  const interrupt = onInterrupt()
  try {
    const server = await startServer(config)
    const data = await openData(config, say, { server })
    const owner = openOwner(server)
    try {
      await growDemo(owner.db, data.secrets, { ...wanted, say, signal: interrupt.signal })
    } finally {
      await owner.close()
      await data.close()
    }
  } finally {
    await lock.release()
    interrupt.forget()
  }
}

/** As the owner of the tables, for statements that run long. */
export function openOwner({ owner }: Pick<Server, 'owner'>): Database {
  return openDatabase({ connection: owner, max: 1, connectMs: 5_000, statementMs: 3_600_000 })
}

/** Ended in the middle we would leave the database running: what was begun is taken back first. */
function onInterrupt(): { signal: AbortSignal; forget(): void } {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) return
    console.error('正在停止并撤销已写入的部分，请稍候……')
    controller.abort(new Interrupted('已中止，没有增加学生'))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  const forget = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  return { signal: controller.signal, forget }
}
