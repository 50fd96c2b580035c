// A database of 0.6.3 showed the end of every id number; opened by this version it does so nowhere.
import { createHash } from 'node:crypto'
import { afterEach, expect, inject, test } from 'vitest'
import { migrate, readMigrations } from '../core/db/migrate.ts'
import { runAsSuperuser } from '../testing/database.ts'
import { emptyDatabase } from '../testing/empty-database.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const STEP = '0014_shorter_masks.sql'
const ID_MASK = '330106********019X'
const NUMBER_MASK = `G${ID_MASK}`
const CONTENT = JSON.stringify({ rows: [{ name: '王芳', values: [NUMBER_MASK, 4.9, '139****5678'] }] })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Rows as 0.6.3 wrote them; what they refer to is of no interest here. */
const OLD_ROWS = [
  'set session_replication_role = replica',
  `insert into org (id, name, org_type, property, province_id) overriding system value values (1, '', 10, 10, '33')`,
  `insert into app_user (id, account, account_key, real_name, password_hash, role_type, data_range_type)
    overriding system value values (1, '', '', '', '', 20, 1)`,
  `insert into student (org_id, class_id, name, sex, birth_date, student_type, id_card_hash, id_card_mask, passport_hash,
      passport_mask, student_no_mask, parent_phone_mask)
    values (1, 1, '甲', 1, '2016-05-12', 1, '1', '${ID_MASK}', null, null, '${NUMBER_MASK}', '139****5678'),
      (1, 1, '乙', 1, '2016-05-12', 2, null, null, '2', '81***X', 'T001', null),
      (1, 1, '丙', 1, '2016-05-12', 2, null, null, '3', 'E1***6', '139****5678', null)`,
  `insert into import_row (batch_id, row_no, outcome, id_card_mask, before, issues)
    values (1, 2, 1, '${ID_MASK}', '{"name": "甲", "student_no_mask": "${NUMBER_MASK}"}', '[{"value": "${ID_MASK}"}]')`,
  `insert into audit_log (ip, action, success, code, request_id, detail)
    values ('::1', 'export.students', true, 200, '', '{"rows": 1, "filters": "证件号：${ID_MASK}；性别：男"}')`,
  `insert into frozen_report (report_no, kind, title, unit_name, plan_id, plan_name, province_id, request, content, sha256,
      figures_sha256, told_all, range_kind, frozen_by, frozen_by_name, org_id, org_name)
    values ('R1', 'class', '', '', 1, '', '33', '{}', '${CONTENT}', '${sha256(CONTENT)}', '', true, 'org', 1, '', 1, ''),
      ('R2', 'school', '', '', 1, '', '33', '{}', '{}', '${sha256('{}')}', '', true, 'org', 1, '', 1, '')`,
  `insert into stored_file (id, name, complete, expires_at)
    values ('00000000-0000-0000-0000-000000000001', '名单.xlsx', true, now() + interval '1 day'),
      ('00000000-0000-0000-0000-000000000002', '上传.xlsx', true, now() + interval '1 day')`,
  `insert into export_task (item, user_id, login_org_id, parameters, reason, file_name, file_id, expires_at)
    values ('students', 1, 1, '{}', '', '', '00000000-0000-0000-0000-000000000001', now() + interval '1 day')`,
]

test('masks of 0.6.3 lose their end wherever they are stored, and nothing else changes', async () => {
  const { connection, connect } = await emptyDatabase(undo)
  const client = await connect()
  const all = readMigrations()
  await migrate(
    client,
    all.filter(({ name }) => name < STEP),
  )
  await runAsSuperuser(inject('postgres'), OLD_ROWS, connection.database)
  await migrate(client, all)
  const rows = async (statement: string) => (await client.query(statement)).rows
  expect(
    await rows(
      'select id_card_mask, passport_mask, student_no_mask, parent_phone_mask from student order by name',
    ),
  ).toEqual([
    { id_card_mask: null, passport_mask: 'E1***6', student_no_mask: '139****5678', parent_phone_mask: null },
    { id_card_mask: null, passport_mask: '81***', student_no_mask: 'T001', parent_phone_mask: null },
    {
      id_card_mask: '330106************',
      passport_mask: null,
      student_no_mask: 'G330106************',
      parent_phone_mask: '139****5678',
    },
  ])
  expect(await rows('select id_card_mask, before, issues from import_row')).toEqual([
    {
      id_card_mask: '330106************',
      before: { name: '甲', student_no_mask: 'G330106************' },
      issues: [{ value: '330106************' }],
    },
  ])
  expect(await rows('select detail from audit_log')).toEqual([
    { detail: { rows: 1, filters: '证件号：330106************；性别：男' } },
  ])
  const content = CONTENT.replace('********019X', '************')
  expect(
    await rows('select content, sha256, sha256_as_frozen from frozen_report order by report_no'),
  ).toEqual([
    { content, sha256: sha256(content), sha256_as_frozen: sha256(CONTENT) },
    { content: '{}', sha256: sha256('{}'), sha256_as_frozen: null },
  ])
  expect(await rows('select name from stored_file')).toEqual([{ name: '上传.xlsx' }])
  expect(await rows('select file_id, expires_at <= now() as expired from export_task')).toEqual([
    { file_id: null, expired: true },
  ])
  await expect(client.query('delete from audit_log')).rejects.toThrow('append-only')
  await expect(client.query(`update frozen_report set content = 'x'`)).rejects.toThrow('cannot be changed')
})
