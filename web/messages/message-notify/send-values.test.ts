import { expect, it } from 'vitest'
import { SendMessage } from '#contract/messages/schemas.ts'
import { newClientKey } from '#web/core/client-key.ts'
import { addresseesOf } from './send-values.ts'

it('means nobody before roles and organisations are chosen', () => {
  expect(addresseesOf({ by: 'orgs', roleTypes: [20] })).toBeUndefined()
  expect(addresseesOf({ by: 'orgs', orgIds: [{ value: 1 }], roleTypes: [] })).toBeUndefined()
  expect(addresseesOf({ by: 'area', area: ['330000'], roleTypes: [20] })).toBeUndefined()
})

it('means the organisations chosen, or all of the types in an area, never both', () => {
  const both = { orgIds: [{ value: 7, label: '甲' }], area: ['330000', '330100'], orgTypes: [10 as const] }
  expect(addresseesOf({ ...both, by: 'orgs', roleTypes: [20] })).toEqual({ orgIds: [7], roleTypes: [20] })
  expect(addresseesOf({ ...both, by: 'area', roleTypes: [20] })).toEqual({
    provinceId: '330000',
    cityId: '330100',
    regionId: undefined,
    orgTypes: [10],
    roleTypes: [20],
  })
})

it('means the own organisation where there is no other', () => {
  expect(addresseesOf({ roleTypes: [45] })).toEqual({ roleTypes: [45] })
})

it('gives every message a key that the contract takes', () => {
  const keys = Array.from({ length: 100 }, newClientKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(SendMessage.shape.clientKey.safeParse(key).success).toBe(true)
})
