import { expect, test } from 'vitest'
import { readConfig } from './core/config.ts'
import { StartError } from './core/start-error.ts'
import { productionWarnings } from './production-warnings.ts'

const PRODUCTION = { DATABASE_URL: 'postgres://nobody@localhost/x', DATA_KEY: '11'.repeat(32) }
const SMS = {
  SMS_PROVIDER: 'aliyun',
  SMS_ACCESS_ID: 'a',
  SMS_ACCESS_SECRET: 'b',
  SMS_SIGN_NAME: 'c',
  SMS_TEMPLATE: 'd',
}
const about = (env: NodeJS.ProcessEnv, state: { storedInDatabase?: boolean; rules?: object[] } = {}) =>
  productionWarnings({
    config: readConfig(env),
    storedInDatabase: state.storedInDatabase ?? false,
    rules: state.rules ?? [{ orgType: 30 }],
  }).map((warning) => warning.slice(0, 8))

test('production needs a key of its own, or the word that it may lie in the database', () => {
  const { DATA_KEY: _, ...keyless } = PRODUCTION
  for (const env of [keyless, { ...keyless, DATA_KEY: '' }, { ...keyless, DATA_KEY_IN_DATABASE: 'no' }]) {
    expect(() => readConfig(env)).toThrow(StartError)
    expect(() => readConfig(env)).toThrow(/DATA_KEY_IN_DATABASE=yes/)
  }
  expect(() => readConfig({ ...keyless, DATA_KEY_IN_DATABASE: 'true' })).toThrow(/DATA_KEY_IN_DATABASE/)
  expect(readConfig({ ...keyless, DATA_KEY_IN_DATABASE: 'yes' }).mode).toBe('production')
  expect(readConfig({}).mode).toBe('demo')
})

test('passwords are strict in production and the specification’s in the demo, unless said', () => {
  expect(readConfig(PRODUCTION).PASSWORD_POLICY).toBe('strict')
  expect(readConfig({ ...PRODUCTION, PASSWORD_POLICY: 'spec' }).PASSWORD_POLICY).toBe('spec')
  expect(readConfig({}).PASSWORD_POLICY).toBe('spec')
  expect(readConfig({ PASSWORD_POLICY: 'strict' }).PASSWORD_POLICY).toBe('strict')
})

test('what is as it should be is no warning, and a demo has none', () => {
  expect(about({ ...PRODUCTION, ...SMS })).toEqual([])
  expect(about({}, { rules: [], storedInDatabase: true })).toEqual([])
})

test('what is not is said', () => {
  expect(about({ ...PRODUCTION, ...SMS }, { rules: [] })).toEqual(['没有要求任何账号'])
  expect(about(PRODUCTION)).toEqual(['未设置 SMS_'])
  expect(about({ ...PRODUCTION, ...SMS }, { storedInDatabase: true })).toEqual(['数据密钥存放在数'])
  expect(about({ ...PRODUCTION, ...SMS, PASSWORD_POLICY: 'spec' })).toEqual(['PASSWORD'])
})
