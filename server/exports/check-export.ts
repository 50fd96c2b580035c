// Before a sheet is handed in: which rows would be sent back or stay empty, and why.
import { BizError } from '#contract/core/error-codes.ts'
import { checkOf, type ExportCheckRule } from '#contract/exports/checks.ts'
import {
  CHECK_ROWS_MAX,
  type CheckExportQuery,
  type CheckedRow,
  type ExportCheck,
} from '#contract/exports/schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { writeAudit } from '../core/audit-queries.ts'
import type { UserCtx } from '../core/context.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import { reservePlace } from './download-place.ts'
import { assertMayExport } from './may-export.ts'
import {
  assertScreeningRange,
  countScreeningRows,
  type FoundRow,
  partOf,
  screeningRows,
} from './sources/screening-source.ts'

/** Reads as much as an export: one at a time for everybody, and no transaction is open meanwhile. */
export async function checkExport(ctx: UserCtx, query: CheckExportQuery): Promise<ExportCheck> {
  assertMayExport(ctx.caller, { item: query.item, personal: false })
  const place = reservePlace(ctx)
  try {
    const check = await findFaults(ctx, query)
    await writeAudit(ctx, { action: 'export.check', success: true, code: 200 })
    return check
  } finally {
    place.free()
  }
}

async function findFaults(ctx: UserCtx, query: CheckExportQuery): Promise<ExportCheck> {
  const { item, fault, pageNum, pageSize, ...filter } = query
  ctx.note({ objectType: 'plan', objectId: filter.planId })
  await assertScreeningRange(ctx, filter)
  const part = partOf(item, filter)
  const expected = await countScreeningRows(ctx, filter, part)
  if (expected > CHECK_ROWS_MAX) {
    throw new BizError(700, `共 ${expected} 行，一次最多检查 ${CHECK_ROWS_MAX} 行，请选择区县或学校`)
  }
  const rule = checkOf(item)
  const found = new FoundFaults(rule, { fault, from: (pageNum - 1) * pageSize, size: pageSize })
  for await (const rows of screeningRows(ctx, filter, part, false)) for (const row of rows) found.look(row)
  ctx.note({ detail: { item, rows: found.rows, faulty: found.faulty } })
  const named = maySeeStudents(ctx)
  return {
    rows: found.rows,
    faulty: found.faulty,
    written: found.rows - found.refused,
    notes: [...rule.notes],
    faults: found.counts(),
    page: {
      list: found.shown.map(({ row, faults }) => presentRow(row, faults, rule, named)),
      total: found.matching,
      pageNum,
      pageSize,
    },
  }
}

type Wanted = { fault: string | undefined; from: number; size: number }

/** Counts as it goes; of the rows it keeps those of the page. */
class FoundFaults {
  rows = 0
  faulty = 0
  refused = 0
  matching = 0
  readonly shown: { row: FoundRow; faults: string[] }[] = []
  readonly #byFault = new Map<string, number>()
  readonly #rule: ExportCheckRule
  readonly #wanted: Wanted

  constructor(rule: ExportCheckRule, wanted: Wanted) {
    this.#rule = rule
    this.#wanted = wanted
  }

  look(row: FoundRow): void {
    this.rows += 1
    const faults = this.#rule.find(row)
    if (faults.length === 0) return
    this.faulty += 1
    if (faults.some(this.#rule.refuses)) this.refused += 1
    for (const fault of faults) this.#byFault.set(fault, (this.#byFault.get(fault) ?? 0) + 1)
    const { fault, from, size } = this.#wanted
    if (fault !== undefined && !faults.includes(fault)) return
    if (this.matching >= from && this.shown.length < size) this.shown.push({ row, faults })
    this.matching += 1
  }

  counts() {
    return Object.entries(this.#rule.faults).flatMap(([code, label]) => {
      const count = this.#byFault.get(code)
      return count === undefined ? [] : [{ code, label, count }]
    })
  }
}

function presentRow(row: FoundRow, faults: string[], rule: ExportCheckRule, named: boolean): CheckedRow {
  return {
    recordId: row.recordId,
    schoolName: row.schoolName,
    gradeName: gradeName(row.stage, row.gradeNo, row.schoolSystem),
    className: row.className,
    studentName: named ? row.studentName : null,
    faults: faults.map((fault) => rule.faults[fault] ?? fault),
  }
}
