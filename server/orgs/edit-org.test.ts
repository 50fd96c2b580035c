// Editing an organisation: every validator, no lost update, one name per region, sealed phone, with its trail.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { must } from '../testing/people.ts'
import { orgIdsByName } from '../testing/rows.ts'

const node = useApp()
let other: TestApp
const { editGov, editSchool, editHospital, schoolDetail, hospitalDetail, govDetail } = orgEndpoints

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
beforeAll(async () => {
  other = await node.current.otherNode()
  orgIds = await orgIdsByName(node.current)
  for (const account of ['region01', 'school01', 'teacher01', 'social01'])
    tokens.set(account, await node.current.login(account))
})
const as = (account: string, each: TestApp = node.current) => each.as(tokens.get(account) ?? '')
const orgId = (name: string) => orgIds.get(name) ?? 0

const BASE = { address: '文教路1号', contactName: '张老师', contactPhone: '13812345678', version: 1 }
const SCHOOL = { ...BASE, stages: [2 as const], schoolType: 10 as const, schoolLevel: 10 as const }
/** The stages a demo school has classes in: they cannot be given up. */
const stagesOf = (name: string) => {
  const kinds = { 幼儿园: [1], 九年: [2, 3], 小学: [2], 初级: [3], 高级: [4] } as const
  return [...(Object.entries(kinds).find(([word]) => name.includes(word))?.[1] ?? [2])]
}
const schoolForm = (name: string, change: object = {}) => ({
  ...SCHOOL,
  stages: stagesOf(name),
  orgId: orgId(name),
  orgName: name,
  ...change,
})
const rowOf = (id: number) =>
  node.current.db.selectFrom('org').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('saving', () => {
  test('changes what the form has and raises the version', async () => {
    const form = schoolForm('西湖中心幼儿园', {
      orgName: '  西湖中心第一幼儿园 ',
      stages: [3, 1, 3, 2],
      schoolType: 25,
      schoolLevel: 40,
      cityProperty: 0,
      areaGrade: 3,
      contactPhone: '+8613812345678',
    })
    expect((await as('region01').call(editSchool, form)).data).toEqual({ version: 2 })
    const { data } = await as('region01').call(schoolDetail, { orgId: form.orgId, inFull: true })
    expect(data).toMatchObject({
      orgName: '西湖中心第一幼儿园',
      address: '文教路1号',
      contactName: '张老师',
      contactPhone: '13812345678',
      stages: [1, 2, 3],
      schoolType: 25,
      schoolLevel: 40,
      cityProperty: 0,
      areaGrade: 3,
      version: 2,
    })
  })

  test('a stage with classes and the school system they are counted in stay', async () => {
    const refused = async (change: object) =>
      (await as('region01').call(editSchool, schoolForm('西湖九年一贯制学校', change))).message
    expect(await refused({ stages: [2] })).toBe('初中还有班级，不能移除该学段')
    expect(await refused({ schoolSystem: 54 })).toBe('已有小学或初中的班级，不能更改学制')
  })

  test('who says nothing of the school system leaves it as it is', async () => {
    const id = orgId('西湖职业高级中学')
    await node.current.sql(`update school set school_system = 54 where org_id = ${id}`)
    const form = schoolForm('西湖职业高级中学', { stages: [5] })
    expect((await as('region01').call(editSchool, form)).success).toBe(true)
    expect((await as('region01').call(schoolDetail, { orgId: id })).data.schoolSystem).toBe(54)
  })

  test('a hospital, a social organisation and a government body likewise', async () => {
    const hospital = {
      ...BASE,
      orgId: orgId('西湖人民医院'),
      orgName: '西湖人民医院',
      hospitalType: 10 as const,
      hospitalLevel: 39 as const,
      ownership: 20 as const,
    }
    expect((await as('region01').call(editHospital, hospital)).success).toBe(true)
    const read = await as('region01').call(hospitalDetail, { orgId: hospital.orgId })
    expect(read.data).toMatchObject({ hospitalType: 10, hospitalLevel: 39, ownership: 20, version: 2 })
    const name = '杭州明眸视力筛查中心'
    const social = { ...hospital, orgId: orgId(name), orgName: name, hospitalLevel: null }
    expect((await as('social01').call(editHospital, social)).success).toBe(true)
    const gov = { ...BASE, orgId: orgId('西湖区教育局'), orgName: '西湖区教育局' }
    expect((await as('region01').call(editGov, gov)).success).toBe(true)
    expect((await as('region01').call(govDetail, { orgId: gov.orgId })).data.contactName).toBe('张老师')
  })

  test('keeps the phone sealed in the table', async () => {
    const form = schoolForm('西湖第一初级中学', { contactPhone: '13987654321' })
    expect((await as('region01').call(editSchool, form)).success).toBe(true)
    const { rows } = await node.current.data.requests.pool.query(
      'select org::text as org, contact_phone_enc from org where id = $1',
      [form.orgId],
    )
    expect(rows[0].org).not.toContain('13987654321')
    expect(rows[0].contact_phone_enc.toString('latin1')).not.toContain('13987654321')
    expect(node.current.services.secrets.decrypt(rows[0].contact_phone_enc)).toBe('13987654321')
  })

  test('moves nothing that is not in the form', async () => {
    const id = orgId('西湖实验小学')
    const before = await rowOf(id)
    const form = schoolForm('西湖实验小学', {
      orgType: 30,
      property: 50,
      provinceId: '320000',
      cityId: '320100',
      regionId: null,
      status: 2,
      expiresOn: '2099-12-31',
      permissionGroupId: 1,
      adminLimit: 1000,
      id: 1,
    })
    expect((await as('school01').call(editSchool, form)).success).toBe(true)
    const { contactPhoneEnc: _, contactName: __, address: ___, updatedAt: ____, ...after } = await rowOf(id)
    expect({ ...before, version: before.version + 1 }).toMatchObject(after)
  })

  test('is refused where the type is another, the range ends or the permission is missing', async () => {
    const wrongType = schoolForm('西湖人民医院')
    expect((await as('region01').call(editSchool, wrongType)).code).toBe(651)
    const neighbour = schoolForm('西湖高级中学')
    expect((await as('school01').call(editSchool, neighbour)).code).toBe(616)
    expect((await as('teacher01').call(editSchool, schoolForm('西湖实验小学'))).code).toBe(602)
    expect((await as('region01').call(editSchool, { ...neighbour, orgId: 999_999 })).code).toBe(616)
    expect((await rowOf(orgId('西湖高级中学'))).version).toBe(1)
  })
})

describe('each field is checked, with the literal message, its code and its place', () => {
  const NAME = '机构全称长度为5-50个字符'
  const ADDRESS = '详细地址长度为2-50个字符'
  test.each([
    ['orgName', undefined, 650, '请输入机构全称'],
    ['orgName', '   ', 650, '请输入机构全称'],
    ['orgName', '三个字', 700, NAME],
    ['orgName', '字'.repeat(51), 700, NAME],
    ['address', '', 650, '请输入详细地址'],
    ['address', '路', 700, ADDRESS],
    ['address', '路'.repeat(51), 700, ADDRESS],
    ['contactName', '', 650, '请输入姓名'],
    ['contactName', '张', 623, '请输入2-15个中文或英文字符'],
    ['contactName', '张'.repeat(16), 623, '请输入2-15个中文或英文字符'],
    ['contactName', '<script>', 623, '请输入2-15个中文或英文字符'],
    ['contactPhone', '', 650, '请输入手机号码'],
    ['contactPhone', '12345678901', 620, '手机号码格式有误'],
    ['contactPhone', '1381234567', 620, '手机号码格式有误'],
  ])('%s = %j', async (field, value, code, message) => {
    const form = schoolForm('西湖高级中学', { [field]: value })
    const answer = await as('region01').call(editSchool, form)
    expect(answer).toMatchObject({
      status: 200,
      code,
      message,
      data: { issues: [{ path: [field], message }] },
    })
    expect((answer.data as unknown as { issues: unknown[] }).issues).toHaveLength(1)
    expect((await rowOf(form.orgId)).version).toBe(1)
  })

  test('four and fifty characters are enough and not too many (spec §5)', async () => {
    const id = orgId('西湖高级中学')
    for (const [index, orgName] of ['西湖高中', '字'.repeat(50)].entries()) {
      const form = { ...schoolForm('西湖高级中学'), orgName, version: 1 + index }
      expect((await as('region01').call(editSchool, form)).success).toBe(true)
    }
    expect((await rowOf(id)).name).toHaveLength(50)
  })

  test('several faults come together, one for each field', async () => {
    const form = schoolForm('西湖高级中学', { orgName: '', address: '', contactName: '', contactPhone: '' })
    const { data } = await as('region01').call(editSchool, form)
    const { issues } = data as unknown as { issues: { path: string[]; message: string }[] }
    expect(issues.map(({ path }) => path.join())).toEqual([
      'orgName',
      'address',
      'contactName',
      'contactPhone',
    ])
  })

  test.each([
    [{ stages: [9] }, ['stages', 0]],
    [{ stages: [1, 2, 3, 4, 5, 6, 7, 1] }, ['stages']],
    [{ stages: '2' }, ['stages']],
    [{ schoolType: 11 }, ['schoolType']],
    [{ schoolLevel: null }, ['schoolLevel']],
    [{ cityProperty: 2 }, ['cityProperty']],
    [{ areaGrade: 0 }, ['areaGrade']],
    [{ version: '1' }, ['version']],
  ])('%j is no value a form sends', async (change, path) => {
    const answer = await as('region01').call(editSchool, schoolForm('西湖高级中学', change))
    expect(answer).toMatchObject({
      status: 400,
      code: 400,
      data: { issues: [{ path, message: '参数不正确' }] },
    })
  })
})

describe('two who edit', () => {
  test('a stale version is refused and loses nothing', async () => {
    const form = schoolForm('萧山实验小学')
    const city = await node.current.login('city01')
    const caller = node.current.as(city)
    expect((await caller.call(editSchool, { ...form, address: '一号路' })).success).toBe(true)
    const stale = await caller.call(editSchool, { ...form, address: '二号路', stages: [7] })
    expect(stale).toMatchObject({
      code: REFUSALS.changedMeanwhile,
      message: '数据已被他人修改，请刷新后重试',
    })
    const { data } = await caller.call(schoolDetail, { orgId: form.orgId })
    expect(data).toMatchObject({ address: '一号路', stages: [2], version: 2 })

    tokens.set('city01', city)
  })

  test('at once on two nodes: one wins, whole', async () => {
    const name = '萧山第一初级中学'
    const forms = Array.from({ length: 8 }, (_, index) =>
      schoolForm(name, { address: `${index}号路`, areaGrade: 1 + (index % 3) }),
    )
    const answers = await Promise.all(
      forms.map((form, index) => as('city01', index % 2 ? other : node.current).call(editSchool, form)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(REFUSALS.changedMeanwhile)])
    const winner = forms[answers.findIndex(({ success }) => success)]
    const { data } = await as('city01').call(schoolDetail, { orgId: orgId(name) })
    const { areaGrade } = winner as unknown as { areaGrade: number }
    expect(data).toMatchObject({ address: winner?.address, areaGrade, version: 2 })
  })
})

describe('one name per region', () => {
  const TAKEN = '所在区域已有同名机构，请核对机构全称'

  test('a name that a neighbour has is refused at its field; elsewhere it is free', async () => {
    const form = schoolForm('余杭实验小学', { orgName: '余杭中心幼儿园' })
    const answer = await as('city01').call(editSchool, form)
    expect(answer).toMatchObject({ code: 700, message: TAKEN })
    expect(answer.data).toEqual({ issues: [{ path: ['orgName'], message: TAKEN }] })
    const free = schoolForm('余杭实验小学', { orgName: '西湖实验小学' })
    expect((await as('city01').call(editSchool, free)).success).toBe(true)
  })

  test('of two that take one name at once, one gets it and the other is refused', async () => {
    const rivals = ['余杭第一初级中学', '余杭高级中学', '余杭九年一贯制学校']
    const answers = await Promise.all(
      rivals.map((name, index) =>
        as('city01', index % 2 ? other : node.current).call(
          editSchool,
          schoolForm(name, { orgName: '余杭未来学校' }),
        ),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 700, 700])
    for (const { code, message } of answers) if (code === 700) expect(message).toBe(TAKEN)
    const named = await node.current.db
      .selectFrom('org')
      .select('id')
      .where('name', '=', '余杭未来学校')
      .execute()
    expect(named).toHaveLength(1)
  })
})

describe('the trail', () => {
  const rowsSince = (id: number) =>
    node.current.db.selectFrom('auditLog').selectAll().where('id', '>', id).orderBy('id').execute()
  const last = async () => (await rowsSince(0)).at(-1)?.id ?? 0

  test('says who changed which organisation, and its old name', async () => {
    const before = await last()
    const name = '余杭中心幼儿园'
    const answer = await as('city01').call(editSchool, schoolForm(name, { orgName: '余杭中心第二幼儿园' }))
    const rows = await rowsSince(before)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      action: 'org.edit',
      account: 'city01',
      objectType: 'org',
      objectId: String(orgId(name)),
      success: true,
      code: 200,
      detail: { renamedFrom: name },
      requestId: answer.headers['x-request-id'],
    })
    expect(JSON.stringify(rows)).not.toContain('13812345678')
  })

  test('names the organisation of a refused edit too', async () => {
    const before = await last()
    const form = schoolForm('西湖实验小学', { version: 77 })
    expect((await as('school01').call(editSchool, form)).code).toBe(REFUSALS.changedMeanwhile)
    expect(await rowsSince(before)).toMatchObject([
      {
        action: 'org.edit',
        success: false,
        code: REFUSALS.changedMeanwhile,
        objectType: 'org',
        objectId: String(form.orgId),
      },
    ])
  })

  test('not written, nothing is: the edit stands or falls with its row', async () => {
    const id = orgId('西湖实验小学')
    const { version } = await rowOf(id)
    const form = schoolForm('西湖实验小学', { version, address: '改过的路', stages: [2, 7] })
    const school = () =>
      node.current.db.selectFrom('school').selectAll().where('orgId', '=', id).executeTakeFirst()
    const before = [await rowOf(id), await school()]
    await node.current.sql('revoke insert on audit_log from vision_app')
    try {
      const refused = await as('school01').call(editSchool, form)
      expect(refused).toMatchObject({ status: 500, success: false, message: '服务器错误', data: null })
      expect([await rowOf(id), await school()]).toEqual(before)
    } finally {
      await node.current.sql('grant insert on audit_log to vision_app')
    }
    expect((await as('school01').call(editSchool, form)).success).toBe(true)
  })
})

test('a phone that comes back as it was shown stays what it is; another mask is refused', async () => {
  const form = schoolForm('西湖高级中学', { contactPhone: '13987654321' })
  const { version } = await must(
    as('region01').call(editSchool, { ...form, version: (await rowOf(form.orgId)).version }),
  )
  const shown = await must(as('region01').call(schoolDetail, { orgId: form.orgId }))
  expect(shown.contactPhone).toBe('139****4321')
  const change = { ...form, version, address: '文教路2号' }
  const refused = await as('region01').call(editSchool, { ...change, contactPhone: '138****4321' })
  expect(refused).toMatchObject({ code: 620, message: '手机号码格式有误' })
  await must(as('region01').call(editSchool, { ...change, contactPhone: '139****4321' }))
  const { contactPhone } = await must(
    as('region01').call(schoolDetail, { orgId: form.orgId, inFull: 1 } as never),
  )
  expect(contactPhone).toBe('13987654321')
})
