import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import type { TakenNumber } from './demo-id-numbers.ts'
import { selectSealedNumbers } from './demo-queries.ts'

const BATCH = 20_000
const ID_NUMBER_LENGTH = 18

/** The numbers in use: only unsealed ones tell how far a day's are given out, a mask shows the place alone. */
export async function findTakenNumbers(db: Db, secrets: Secrets): Promise<TakenNumber[]> {
  const taken = new Map<string, TakenNumber>()
  for (let afterId = 0; ; ) {
    const rows = await selectSealedNumbers(db, afterId, BATCH)
    for (const { sealed, sex } of rows) {
      const found = readNumber(secrets.decrypt(sealed).slice(-ID_NUMBER_LENGTH), sex)
      const key = `${found.area}${found.birthDate}${sex}`
      if (found.last > (taken.get(key)?.last ?? -1)) taken.set(key, found)
    }
    if (rows.length < BATCH) return [...taken.values()]
    afterId = rows.at(-1)?.id ?? afterId
  }
}

function readNumber(number: string, sex: CodeOf<typeof Sex>): TakenNumber {
  const birthDate = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`
  return { area: number.slice(0, 6), birthDate, sex, last: Number(number.slice(14, 17)) }
}
