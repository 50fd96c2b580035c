// Whatever stands in the words of a call, the trail gets it.
import { beforeAll, expect, test } from 'vitest'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, signedIn } from '../testing/people.ts'
import { rowsOf } from '../testing/rows.ts'

const node = useApp()
let region: By
beforeAll(async () => {
  region = await signedIn(node.current, 'region01')
})

const REPLACED = 'a\ufffdb'
const trail = (action: string) =>
  rowsOf<{ code: number; detail: object }>(
    node.current,
    'select code, detail from audit_log where action = $1 and not success order by id desc limit 1',
    [action],
  )

test('a look over the boundary for a word with NUL', async () => {
  const [{ orgId } = { orgId: 0 }] = await rowsOf<{ orgId: number }>(
    node.current,
    `select id as "orgId" from org where region_id = '330205' limit 1`,
  )
  const { code } = await region.call(auditEndpoints.auditPageList, { orgId, keyword: 'a\0b' })
  expect(code).toBe(616)
  const [row] = await trail('access.denied')
  expect(JSON.stringify(row)).toContain(REPLACED)
})
