import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { OrgProperty, OrgType } from '#contract/core/codes.ts'
import { LINES_OF_COMMAND, type LineOfCommand, lineOfCommand } from '#contract/core/lines-of-command.ts'
import type { Caller } from '../context.ts'
import { codeLiterals } from './code-literals.ts'
import type { Param } from './prepared.ts'

const types = codeLiterals(OrgType)
const properties = codeLiterals(OrgProperty)

/** Whose accounts a caller looks after: the own organisation's, and those of the line that it stands at the head of. */
export type AccountLine = { name: LineOfCommand | undefined; orgId: number | null }

export const accountLineOf = ({ org, orgId }: Pick<Caller, 'org' | 'orgId'>): AccountLine => ({
  name: org ? lineOfCommand(org) : undefined,
  orgId,
})

/** For rows of `org`; without an organisation there are none. */
export function withinLine({ name, orgId }: AccountLine): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`org.id = ${orgId}`
  if (!name) return own
  const governed = sql.join(LINES_OF_COMMAND[name].map((type) => types[type]))
  return sql<SqlBool>`(${own} or org.org_type in (${governed})
    or org.org_type = ${types.government} and org.property = ${properties[name]})`
}

/** For prepared queries, as with scopes: a line of the same name whose organisation is the query's parameter. */
export type LineValues = { ownOrgId: number | null }
export const lineValues = ({ orgId }: AccountLine): LineValues => ({ ownOrgId: orgId })
export const preparedLine = ({ name }: AccountLine, param: Param<LineValues>): AccountLine => ({
  name,
  orgId: param('ownOrgId'),
})
