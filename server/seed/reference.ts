import { sql } from 'kysely'
import { defaultPermissionIds, PERMISSION_NAMES, permissionId } from '#contract/core/permissions.ts'
import { areasChecksum, readAreas } from '../areas/read-areas.ts'
import type { Db } from '../core/db/connect.ts'
import { findSetting, saveSetting } from '../core/setting-queries.ts'
import { GROUP_CODES, type GroupCode, PROFILE_ROLES } from '../orgs/permission-group.ts'

/** What every installation needs: the regions and the permission groups. Repeating it changes nothing. */
export async function loadReference(db: Db): Promise<void> {
  await loadAreas(db)
  await loadPermissions(db)
}

const AREAS_SETTING = 'areasChecksum'

async function loadAreas(db: Db) {
  const checksum = areasChecksum()
  if ((await findSetting(db, AREAS_SETTING)) === checksum) return
  const areas = readAreas()
  const column = <K extends keyof (typeof areas)[number]>(key: K) => areas.map((area) => area[key])
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into area (id, parent_id, name, level, full_name, full_id)
      select * from unnest(${column('id')}::text[], ${column('parentId')}::text[], ${column('name')}::text[],
        ${column('level')}::smallint[], ${column('fullName')}::text[], ${column('fullId')}::text[])
      on conflict (id) do update set parent_id = excluded.parent_id, name = excluded.name, level = excluded.level,
        full_name = excluded.full_name, full_id = excluded.full_id`.execute(tx)
    await saveSetting(tx, AREAS_SETTING, checksum)
  })
  await sql`analyze area`.execute(db)
}

const GROUP_NAMES: Record<GroupCode, string> = {
  GP: '省级管理部门',
  GC: '市级管理部门',
  GD: '区县管理部门',
  S: '学校',
  H: '医院',
  O: '社会筛查机构',
}
/** Places per organisation unless it has its own numbers. */
const LIMITS = { superAdminLimit: 1, adminLimit: 10, screenerLimit: 50 }

/** A permission this database has not seen is given to its default holders; what was changed since stays. */
async function loadPermissions(db: Db) {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('permissionGroup')
      .values(
        GROUP_CODES.map((code) => ({
          code,
          name: GROUP_NAMES[code],
          ...LIMITS,
          screenerLimit: code.startsWith('G') ? 0 : LIMITS.screenerLimit,
        })),
      )
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
    const added = await tx
      .insertInto('permission')
      .values(PERMISSION_NAMES.map((name) => ({ id: permissionId(name), name })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return
    const isNew = new Set(added.map(({ id }) => id))
    const groups = await tx.selectFrom('permissionGroup').select(['id', 'code']).execute()
    const groupIds = new Map(groups.map(({ id, code }) => [code, id]))
    const items = PROFILE_ROLES.flatMap(({ profile, group, roleType }) =>
      defaultPermissionIds(profile)
        .filter((id) => isNew.has(id))
        .map((id) => ({ groupId: groupIds.get(group) ?? 0, roleType, permissionId: id })),
    )
    await tx
      .insertInto('permissionGroupItem')
      .values(items)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
