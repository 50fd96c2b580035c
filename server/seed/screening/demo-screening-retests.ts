import type { StoredReading } from '#contract/eyesight/reading.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { compareRetest } from '#contract/eyesight/retest.ts'
import { normal } from '../demo-distributions.ts'
import { type Random, randomOf } from '../demo-random.ts'
import type { DemoRecordRow, DemoRetestRow } from './demo-screening-queries.ts'
import { momentOf } from './demo-screening-records.ts'
import type { DemoTask } from './demo-screening-tasks.ts'

/** One of so many valid ones is examined again. */
const ONE_OF = 16
const SECOND = 1_000

/** Draws by counting, so that no school falls short; of a school under way the latest still wait. */
export function retestOf(task: DemoTask, record: DemoRecordRow): DemoRetestRow | undefined {
  const { reading: first, judgement, entry } = record
  if (judgement.state !== RecordState.code.valid || entry.checkedOn === null) return undefined
  if (task.counted++ % ONE_OF !== 0) return undefined
  const random = randomOf(record.studentId, SECOND + task.plan.schoolYear * 2 + task.plan.season)
  const drawn = {
    recordId: record.id,
    planId: task.plan.id,
    taskId: task.id,
    schoolOrgId: task.school.orgId,
    drawnAt: momentOf(task, entry.checkedOn, 17, 30),
    drawnBy: task.executor.controller,
  }
  const waits = task.state === 'under way' && random.chance(0.4)
  if (waits) return { ...drawn, reading: null, firstReading: null, items: 0, errors: 0, ...NOBODY }
  const second = secondOf(first, random)
  return {
    ...drawn,
    reading: JSON.stringify(second),
    firstReading: JSON.stringify(first),
    ...compareRetest(first, second).counts,
    enteredBy: task.executor.controller,
    enteredAt: momentOf(task, entry.checkedOn, 18, random.int(60)),
  }
}

const NOBODY = { enteredBy: null, enteredAt: null }

const shifted = (value: number | null, by: number, least: number, most: number): number | null =>
  value === null ? null : Math.min(most, Math.max(least, value + by))

/** By somebody else on the same day: nearly the same. */
function secondOf(first: StoredReading, random: Random): StoredReading {
  const row = () => {
    const drawn = random.unit()
    const size = drawn < 0.7 ? 0 : drawn < 0.965 ? 1 : 2
    return random.chance(0.5) ? size : -size
  }
  const sphere = () => Math.round(normal(random) * 0.3 * 4) * 25
  return {
    ...first,
    nakedRight: shifted(first.nakedRight, row(), 33, 53),
    nakedLeft: shifted(first.nakedLeft, row(), 33, 53),
    correctedRight: shifted(first.correctedRight, row(), 33, 53),
    correctedLeft: shifted(first.correctedLeft, row(), 33, 53),
    sphereRight: shifted(first.sphereRight, sphere(), -2_000, 2_000),
    sphereLeft: shifted(first.sphereLeft, sphere(), -2_000, 2_000),
  }
}
