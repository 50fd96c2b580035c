import {
  ApprovalStatus,
  CityProperty,
  OrgProperty,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
} from '#contract/core/codes.ts'
import { maskPhone } from '#contract/core/mask.ts'
import type { ExportFilter } from '#contract/exports/catalogue.ts'
import { assertAreaFilter } from '../../orgs/area-filter.ts'
import type { Cells, ExportReader, ExportSource, StoredNumber } from './export-source.ts'
import { countExportedSchools, type SchoolExportRow, selectSchoolRows } from './school-rows-queries.ts'
import { toCells } from './to-cells.ts'

type Row = SchoolExportRow & { contactPhone: StoredNumber }

const CELLS: Cells<'schools', Row> = {
  school: (row) => row.orgName,
  area: (row) => row.areaName,
  stages: (row) => row.stages.map((stage) => SchoolStage.label(stage)).join('、'),
  property: (row) => OrgProperty.label(row.orgProperty),
  schoolType: (row) => SchoolNewType.label(row.schoolType),
  schoolLevel: (row) => SchoolLevel.label(row.schoolLevel),
  cityProperty: (row) => CityProperty.label(row.cityProperty),
  classCount: (row) => row.classCount,
  studentCount: (row) => row.studentCount,
  contactName: (row) => row.contactName,
  contactPhone: (row, open) => open(row.contactPhone),
  status: (row) => ApprovalStatus.label(row.status),
  expiresOn: (row) => row.expiresOn,
}

/** In the order of ids. */
export const schoolSource: ExportSource<'schools'> = {
  assertRange: async (ctx, filter) => assertAreaFilter(ctx, filter),
  count: ({ db, scope }, filter) => countExportedSchools(db, scope, filter),
  read: (reader, filter, options) =>
    toCells(reader, schoolBatches(reader, filter, options.personal), CELLS, options),
}

async function* schoolBatches(reader: ExportReader, filter: ExportFilter<'schools'>, personal: boolean) {
  const { db, scope, secrets } = reader
  // Stored sealed only: showing a part of it requires unsealing it.
  const phoneOf = ({ contactPhoneEnc }: SchoolExportRow): StoredNumber =>
    personal || contactPhoneEnc === null ? contactPhoneEnc : maskPhone(secrets.decrypt(contactPhoneEnc))
  for (let after = 0; ; ) {
    const rows = await selectSchoolRows(db, scope, filter, after)
    if (rows.length === 0) return
    yield rows.map((row) => ({ ...row, contactPhone: phoneOf(row) }))
    after = rows.at(-1)?.orgId ?? after
  }
}
