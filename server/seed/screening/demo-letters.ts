// Result letters of the demo: printed class by class, opened and acknowledged by families as the weeks go by.
import type { Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import type { Secrets } from '../../core/secrets.ts'
import { TRIES } from '../../letters/family.ts'
import { chainOf, findTemplates } from '../../letters/template.ts'
import { sealedTicket } from '../../letters/ticket.ts'
import { BATCH } from '../demo-queries.ts'
import { makeRandom, type Random, randomOf } from '../demo-random.ts'
import { ownsTables } from '../grow/grow-queries.ts'
import {
  type DemoLetter,
  insertPrintedLetters,
  insertReminders,
  type ReportedClass,
  selectReported,
} from './demo-letters-queries.ts'
import { plusDays } from './demo-screening-plans.ts'
import { momentOf } from './demo-screening-records.ts'
import { withoutLetterIndexes } from './demo-screening-write.ts'

/** Classes whose letters are printed; of the others those that are advised to see a doctor, once all is over. */
const CLASSES_PRINTED = { over: 0.92, completed: 0.85, underWay: 0.7 }
/** Days after the last examination; while the plan is under way nobody waits long. */
const WAITED_MOST = { over: 4, completed: 2, underWay: 2 }
/** Of the families of a school: the fewest, and how many more at most. */
const OPENED_LEAST = 0.52
const OPENED_MORE = 0.36
/** Who is advised to see a doctor looks more often. */
const OPENED_REFERRED = 0.06
const ACKNOWLEDGED = 0.82
const ACKNOWLEDGED_AT_ONCE = 0.85
/** Of those who never opened it: as many wrong birth dates as are tried at most. */
const LOCKED = 0.004
/** The same series of chances as nothing else of the demo has. */
const SERIES = 1_000_000

/** What was found is reported to the families, by the school, as far as the work has come. */
export async function insertDemoLetters(db: Tx, secrets: Secrets): Promise<void> {
  const today = await selectToday(db)
  const classes = await selectReported(db)
  const samples = await samplesOf(db, classes)
  const lives = classes.flatMap((reported) => {
    const sample = samples.get(chainOf(reported).join()) ?? null
    return lettersOf(reported, today).map((life) => ({ ...life, sample }))
  })
  const load = async () => {
    let writing = Promise.resolve()
    for (let start = 0; start < lives.length; start += BATCH) {
      // While one batch is stored the tickets of the next are sealed.
      const letters = lives.slice(start, start + BATCH).map((life) => ({ ...life, ...sealedTicket(secrets) }))
      await writing
      writing = insertPrintedLetters(db, letters)
      // Handled at the next `await`; silences unhandledRejection.
      writing.catch(() => undefined)
    }
    await writing
  }
  if (await ownsTables(db)) await withoutLetterIndexes(db, load)
  else await load()
  await insertReminders(db)
}

/** The names of the samples that letters are written by: the demo's areas have no templates of their own. */
async function samplesOf(db: Tx, classes: readonly ReportedClass[]): Promise<Map<string, string | null>> {
  const chains = new Map(classes.map((reported) => [chainOf(reported).join(), chainOf(reported)]))
  const found = await findTemplates(db, 'result', [...chains.values()])
  return new Map([...chains.keys()].map((place, nth) => [place, found[nth]?.sample ?? null]))
}

/** A few days after the last examination the whole class is printed. */
function lettersOf(
  { taskId, classId, schoolOrgId, progress, examinedOn, records }: ReportedClass,
  today: string,
): Life[] {
  const random = makeRandom(`letters of ${taskId} ${classId}`)
  const isPrinted = random.chance(CLASSES_PRINTED[progress])
  const printedOn = plusDays(examinedOn, 1 + random.int(WAITED_MOST[progress]))
  // Of today nothing is over for certain.
  if (printedOn >= today) return []
  const willing = OPENED_LEAST + OPENED_MORE * makeRandom(`families of ${schoolOrgId}`).unit()
  return records
    .filter(([, , referral]) => isPrinted || (progress === 'over' && referral))
    .map(([recordId, studentId, referral]) => {
      const chance = randomOf(studentId, SERIES + taskId)
      const opens = chance.chance(willing + (referral ? OPENED_REFERRED : 0))
      return { recordId, ...lifeOf(printedOn, opens, today, chance) }
    })
}

type Life = Omit<DemoLetter, 'ticketHash' | 'ticketEnc' | 'sample'>

/** What the family did with it up to yesterday. */
function lifeOf(printedOn: string, opens: boolean, today: string, random: Random): Omit<Life, 'recordId'> {
  const openedOn = plusDays(printedOn, daysUntil(random.unit()))
  const [hour, minute] = [17 + random.int(5), random.int(56)]
  const acknowledges = opens && random.chance(ACKNOWLEDGED)
  const isAtOnce = random.chance(ACKNOWLEDGED_AT_ONCE)
  const acknowledgedOn = plusDays(openedOn, isAtOnce ? 0 : 1 + random.int(3))
  const locks = !opens && random.chance(LOCKED)
  const at = (isSo: boolean, day: string, minutes = minute) =>
    isSo && day < today ? momentOf({ today }, day, hour, minutes) : null
  const lockedAt = at(locks, openedOn)
  return {
    printedAt: momentOf({ today }, printedOn, 15, random.int(60)),
    openedAt: at(opens, openedOn),
    acknowledgedAt: at(acknowledges, acknowledgedOn, minute + (isAtOnce ? 3 : 0)),
    lockedAt,
    failures: lockedAt === null ? 0 : TRIES,
  }
}

/** Most look on the first evening, some weeks later. */
const daysUntil = (chance: number): number => Math.floor(-Math.log(1 - chance) * 3)
