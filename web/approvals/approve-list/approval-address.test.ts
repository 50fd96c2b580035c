import { describe, expect, it } from 'vitest'
import { parseQuery, patchSearch } from '#web/core/url-state.ts'
import { ApprovalAddress, listQueryOf } from './approval-address.ts'

const listOf = (search: string) => listQueryOf(parseQuery(ApprovalAddress, search))

describe('the address of the list of approvals', () => {
  it('asks for what waits unless it says otherwise', () => {
    expect(listOf('')).toMatchObject({ status: 0, pageNum: 1 })
    expect(listOf('?status=2')).toMatchObject({ status: 2 })
    expect(listOf('?status=9')).toMatchObject({ status: 0 })
  })

  it('can ask for everything', () => {
    expect(listOf('?status=all').status).toBeUndefined()
    expect(patchSearch(ApprovalAddress, '', { status: 'all' })).toBe('?status=all')
    expect(patchSearch(ApprovalAddress, '?status=all', { status: 0 })).toBe('')
  })

  it('keeps the open application out of the query of the list', () => {
    expect(parseQuery(ApprovalAddress, '?approvalId=7').approvalId).toBe(7)
    expect(listOf('?approvalId=7')).not.toHaveProperty('approvalId')
  })
})
