// Regions and permission groups: loaded once, repeated without effect, never undoing what an operator decided.
import { describe, expect, test } from 'vitest'
import { PERMISSIONS, type Profile } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { loadReference } from './reference.ts'

const node = useApp()
const reload = () => loadReference(node.current.data.work.db)

/** With the hidden row version: an update that writes the same again would show. */
async function contents() {
  const { pool } = node.current.data.work
  const read = async (query: string) => (await pool.query(query)).rows
  return {
    areas: await read('select xmin::text, * from area order by id'),
    permissions: await read('select xmin::text, * from permission order by id'),
    groups: await read('select xmin::text, * from permission_group order by id'),
    items: await read(
      'select xmin::text, * from permission_group_item order by group_id, role_type, permission_id',
    ),
    settings: await read('select xmin::text, * from setting order by key'),
  }
}

const itemsOf = async (group: string, roleType: number): Promise<number[]> => {
  const { rows } = await node.current.data.work.pool.query(
    `select permission_id from permission_group_item i join permission_group g on g.id = i.group_id
      where g.code = $1 and i.role_type = $2 order by 1`,
    [group, roleType],
  )
  return rows.map((row) => row.permission_id)
}

describe('the groups', () => {
  const ROLES: [Profile, string, number][] = [
    ['GP', 'GP', 20],
    ['GC', 'GC', 20],
    ['GD', 'GD', 20],
    ['SA', 'S', 20],
    ['SS', 'S', 30],
    ['SG', 'S', 40],
    ['ST', 'S', 45],
    ['HA', 'H', 20],
    ['HS', 'H', 30],
    ['OA', 'O', 20],
    ['OS', 'O', 30],
  ]

  test.each(ROLES)(
    '%s: group %s and role %i hold exactly the catalogue’s default',
    async (profile, group, role) => {
      const expected = Object.values(PERMISSIONS)
        .filter(({ holders }) => (holders as readonly Profile[]).includes(profile))
        .map(({ id }) => id)
      expect(await itemsOf(group, role)).toEqual(expected.sort((a, b) => a - b))
    },
  )

  test('hold nothing for any other role', async () => {
    const { rows } = await node.current.data.work.pool.query(
      'select distinct g.code, i.role_type from permission_group_item i join permission_group g on g.id = i.group_id',
    )
    expect(rows.map((row) => `${row.code}${row.role_type}`).sort()).toEqual(
      ROLES.map(([, group, role]) => `${group}${role}`).sort(),
    )
  })
})

describe('loading again', () => {
  test('changes nothing, not even a row to itself', async () => {
    const before = await contents()
    expect(before.areas.length).toBeGreaterThan(40_000)
    await reload()
    await reload()
    expect(await contents()).toEqual(before)
  })

  test('by four at once changes nothing either', async () => {
    const before = await contents()
    await Promise.all([reload(), reload(), reload(), reload()])
    expect(await contents()).toEqual(before)
  })

  test('leaves taken what an operator took, and given what was given', async () => {
    await node.current.sql(`delete from permission_group_item where permission_id = 1174
      and role_type = 20 and group_id = (select id from permission_group where code = 'S')`)
    await node.current.sql(`insert into permission_group_item
      select id, 45, 1182 from permission_group where code = 'S'`)
    await node.current.sql(`update permission_group set admin_limit = 3, name = '中小学' where code = 'S'`)
    await reload()
    expect(await itemsOf('S', 20)).not.toContain(1174)
    expect(await itemsOf('S', 45)).toContain(1182)
    const { groups } = await contents()
    expect(groups.find(({ code }) => code === 'S')).toMatchObject({ admin_limit: 3, name: '中小学' })
    const school = node.current.as(await node.current.login('school01'))
    const menu = (await school.call(sessionEndpoints.menuList, {})).data.map(({ id }) => id)
    expect(menu).not.toContain(1174)
  })

  test('gives a permission that is new to its default holders alone, once', async () => {
    const { id } = PERMISSIONS.devices
    await node.current.sql(`delete from permission_group_item where permission_id = 1169 and role_type = 45`)
    await node.current.sql(`delete from permission_group_item where permission_id = ${id}`)
    await node.current.sql(`delete from permission where id = ${id}`)
    await reload()
    const { rows } = await node.current.data.work.pool.query(
      `select g.code, i.role_type from permission_group_item i join permission_group g on g.id = i.group_id
        where permission_id = $1`,
      [id],
    )
    expect(rows.map((row) => `${row.code}${row.role_type}`).sort()).toEqual(
      ['GC20', 'GD20', 'GP20', 'H20', 'O20', 'S20'].sort(),
    )
    expect(await itemsOf('S', 45)).not.toContain(1169)
  })

  test('brings a renamed area up to date when the list changed', async () => {
    await node.current.sql(`update area set name = '旧名' where id = '330106'`)
    await node.current.sql(`update setting set value = '"older"' where key = 'areasChecksum'`)
    await reload()
    const area = await node.current.db
      .selectFrom('area')
      .select('name')
      .where('id', '=', '330106')
      .executeTakeFirst()
    expect(area?.name).toBe('西湖区')
  })
})
