import { randomUUID } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { drawCaptcha, newCaptchaText } from './captcha-image.ts'
import { insertCaptcha } from './code-queries.ts'

const node = useApp()
const { captcha, existsByAccount, existsByPhoneOrIdCard } = sessionEndpoints

/** A captcha whose answer is known. */
async function solved(text = 'AC23') {
  const captchaId = randomUUID()
  const { db, secrets } = node.current.services
  await insertCaptcha(db, captchaId, secrets.codeHash(captchaId, text))
  return { captchaId, captchaCode: text }
}
const ask = (proof: { captchaId?: string; captchaCode?: string }, account = 'region01') =>
  node.current.call(existsByAccount, { account, ...proof })

/** Name and body of every chunk; fails where the file is not what PNG says. */
function chunksOf(file: Buffer): [string, Buffer][] {
  expect([...file.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks: [string, Buffer][] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const typed = file.subarray(at + 4, at + 8 + length)
    expect(file.readUInt32BE(at + 8 + length)).toBe(crcOf(typed))
    chunks.push([typed.subarray(0, 4).toString('latin1'), typed.subarray(4)])
    at += 12 + length
  }
  return chunks
}
function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

describe('the picture', () => {
  test('is a PNG that decodes: header, checksums, palette, every row', async () => {
    const { data } = await node.current.call(captcha, {})
    expect(data.image).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
    const chunks = chunksOf(Buffer.from(String(data.image.split(',')[1]), 'base64'))
    expect(chunks.map(([name]) => name)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
    const [header, palette, pixels] = chunks.map(([, body]) => body) as [Buffer, Buffer, Buffer]
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
    expect([width, height]).toEqual([120, 40])
    expect([...header.subarray(8)]).toEqual([8, 3, 0, 0, 0])
    const rows = inflateSync(pixels)
    expect(rows).toHaveLength((width + 1) * height)
    for (let row = 0; row < height; row++) expect(rows[row * (width + 1)]).toBe(0)
    const colours = palette.length / 3
    expect(Math.max(...rows)).toBeLessThan(colours)
    expect(rows.filter((value) => value > 0).length).toBeGreaterThan(200)
  })

  test('of one text is drawn differently each time', () => {
    expect(drawCaptcha('AC23').equals(drawCaptcha('AC23'))).toBe(false)
  })

  test('shows four signs that cannot be mistaken for one another', () => {
    const texts = Array.from({ length: 300 }, newCaptchaText)
    for (const text of texts) expect(text).toMatch(/^[2346789ACEFHKMNPRTWXY]{4}$/)
    expect(new Set(texts).size).toBeGreaterThan(280)
  })

  test('comes with an id that says nothing, and the answer is stored only as a hash', async () => {
    const { data } = await node.current.call(captcha, { t: '1' })
    expect(data.captchaId).toMatch(/^[0-9a-f-]{36}$/)
    expect(Object.keys(data).sort()).toEqual(['captchaId', 'image'])
    const row = await node.current.db
      .selectFrom('captcha')
      .select('answerHash')
      .where('id', '=', data.captchaId)
      .executeTakeFirstOrThrow()
    expect(row.answerHash).toHaveLength(32)
  })
})

describe('an answer', () => {
  test('is taken in either case', async () => {
    expect((await ask({ ...(await solved()), captchaCode: 'ac23' })).data).toBe(true)
  })

  test('is taken once', async () => {
    const proof = await solved()
    expect((await ask(proof)).success).toBe(true)
    expect((await ask(proof)).code).toBe(611)
  })

  test('is taken once, also when ten use it at once', async () => {
    const proof = await solved()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(proof)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 611)).toHaveLength(9)
  })

  test('that is wrong is 610, and spoils the picture', async () => {
    const proof = await solved()
    expect(await ask({ ...proof, captchaCode: 'AC24' })).toMatchObject({
      code: 610,
      data: { issues: [{ path: ['captchaCode'], message: '图形验证码错误' }] },
    })
    expect((await ask(proof)).code).toBe(611)
  })

  test('to a picture older than five minutes is 611', async () => {
    const proof = await solved()
    await node.current.sql(`update captcha set expires_at = expires_at - interval '5 minutes 1 second'
      where id = '${proof.captchaId}'`)
    expect(await ask(proof)).toMatchObject({ code: 611, message: '图形验证码已过期' })
  })

  test('belongs to its picture', async () => {
    const [one, two] = [await solved('AC23'), await solved('HK78')]
    expect((await ask({ captchaId: one.captchaId, captchaCode: two.captchaCode })).code).toBe(610)
  })

  test.each([
    randomUUID(),
    'x',
    "' or 1=1 --",
    '../../etc/passwd',
    '\u0000',
    '{}',
    '00000000-0000-0000-0000-000000000000',
    'ＡＢ',
    'x'.repeat(64),
  ])('to the picture %j is 611', async (captchaId) => {
    expect(await ask({ captchaId, captchaCode: 'AC23' })).toMatchObject({ status: 200, code: 611 })
  })

  test('with an endless id or text is refused at the door', async () => {
    expect((await ask({ captchaId: 'x'.repeat(65), captchaCode: 'AC23' })).code).toBe(400)
    expect((await ask({ captchaId: randomUUID(), captchaCode: 'x'.repeat(11) })).code).toBe(610)
  })
})

describe('whether an account or phone is taken', () => {
  test.each([{}, { captchaId: randomUUID() }, { captchaCode: 'AC23' }])(
    'is not disclosed to a stranger with %j',
    async (proof) => {
      for (const account of ['region01', 'nobody66']) {
        expect(await ask(proof, account)).toMatchObject({ code: 650, message: '请输入图形验证码' })
      }
      const answer = await node.current.call(existsByPhoneOrIdCard, { phone: '19900000001', ...proof })
      expect(answer.code).toBe(650)
    },
  )

  test('is disclosed for one captcha each, whatever spelling', async () => {
    expect((await ask(await solved(), 'REGION 01')).data).toBe(true)
    expect((await ask(await solved(), 'nobody66')).data).toBe(false)
    const phone = async (text: string) =>
      (await node.current.call(existsByPhoneOrIdCard, { phone: text, ...(await solved()) })).data
    expect(await phone('19900000001')).toBe(true)
    expect(await phone('+8619900000001')).toBe(true)
    expect(await phone('13800000000')).toBe(false)
  })

  test('is disclosed to who is signed in', async () => {
    const me = node.current.as(await node.current.login('region01'))
    expect((await me.call(existsByAccount, { account: 'city01' })).data).toBe(true)
    expect((await me.call(existsByPhoneOrIdCard, { phone: '19900000001' })).data).toBe(true)
    expect((await me.call(existsByPhoneOrIdCard, { phone: '19900000001x' })).code).toBe(620)
    expect((await me.call(existsByPhoneOrIdCard, { idcard: '110101199001011234' })).code).toBe(621)
    expect((await me.call(existsByPhoneOrIdCard, { idcard: '11010519491231002X' })).data).toBe(false)
  })

  test('is not disclosed to an account that may do nothing yet, unless it solves a captcha', async () => {
    await node.current.sql(`update app_user set must_change_password = true where account = 'social01'`)
    for (const account of ['nobound01', 'social01']) {
      const me = node.current.as(await node.current.login(account))
      expect((await me.call(existsByAccount, { account: 'city01' })).code).toBe(650)
      expect((await me.call(existsByAccount, { account: 'city01', ...(await solved()) })).data).toBe(true)
    }
  })

  test('is not disclosed to a session whose organisation is closed, unless it solves a captcha', async () => {
    const token = await node.current.login('hospital01')
    await node.current.sql("update org set expires_on = '2020-01-01' where name like '西湖人民医院'")
    const answer = await node.current.as(token).call(existsByAccount, { account: 'region01' })
    await node.current.sql("update org set expires_on = '2099-01-01' where name like '西湖人民医院'")
    expect(answer.code).toBe(650)
  })

  test('can be asked by POST, so that the number stays out of the address', async () => {
    const authorization = await node.current.login('region01')
    const post = async (url: string, payload: object, headers = {}) =>
      (await node.current.app.inject({ method: 'POST', url, payload, headers })).json()
    expect((await post(existsByPhoneOrIdCard.path, { phone: '19900000001' }, { authorization })).data).toBe(
      true,
    )
    expect((await post(existsByAccount.path, { account: 'nobody66' }, { authorization })).data).toBe(false)
    expect((await post(existsByAccount.path, { account: 'region01' })).code).toBe(650)
    expect((await post(existsByAccount.path, { account: 'region01', ...(await solved()) })).data).toBe(true)
  })

  test('leaves the own account out, and does not tell whose a phone is', async () => {
    const idOf = async (account: string) =>
      (
        await node.current.db
          .selectFrom('appUser')
          .select('id')
          .where('account', '=', account)
          .executeTakeFirstOrThrow()
      ).id
    const [own, other] = [await idOf('province01'), await idOf('phealth01')]
    const me = node.current.as(await node.current.login('province01'))
    expect((await me.call(existsByPhoneOrIdCard, { phone: '19900000001', userId: own })).data).toBe(false)
    expect((await me.call(existsByPhoneOrIdCard, { phone: '19900000002', userId: other })).code).toBe(616)
    const stranger = { phone: '19900000002', userId: other, ...(await solved()) }
    expect((await node.current.call(existsByPhoneOrIdCard, stranger)).data).toBe(true)
  })
})
