import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import { makeSecrets, parseDataKey, type Secrets } from './secrets.ts'
import { findSetting, settleSetting } from './setting-queries.ts'
import { StartError } from './start-error.ts'

const STORED_KEY = 'dataKey'
const FINGERPRINT = 'dataKeyFingerprint'

/**
 * With DATA_KEY the key stays outside the database, and a node with another key is refused before it writes anything
 * unreadable. Without it the first node makes one and stores it in the database: every node works, but a copy of the
 * database includes the key.
 */
export async function openSecrets(
  db: Db,
  config: Config,
): Promise<{ secrets: Secrets; storedInDatabase: boolean }> {
  const stored = await findSetting(db, STORED_KEY)
  if (config.DATA_KEY && stored) {
    throw new StartError(
      '这个数据库的数据密钥是自动生成并存放在库中的，不能再用 DATA_KEY 启动；请去掉 DATA_KEY',
    )
  }
  const text = config.DATA_KEY ?? stored ?? (await makeKey(db))
  const key = parseDataKey(String(text))
  if (!key) throw new StartError('DATA_KEY 必须是 32 字节，以 64 位十六进制或 base64 书写')
  const secrets = makeSecrets(key)
  const fingerprint = await settleSetting(db, FINGERPRINT, secrets.fingerprint)
  if (fingerprint !== secrets.fingerprint) {
    throw new StartError('DATA_KEY 与这个数据库已在使用的密钥不同，请使用原来的密钥')
  }
  return { secrets, storedInDatabase: !config.DATA_KEY }
}

async function makeKey(db: Db): Promise<unknown> {
  if (await findSetting(db, FINGERPRINT))
    throw new StartError('这个数据库已使用 DATA_KEY 加密，请设置相同的 DATA_KEY')
  return settleSetting(db, STORED_KEY, randomBytes(32).toString('hex'))
}
