// Names of children and parents: in full inside a school and for who screens it, masked above that.
import { z } from 'zod'
import { OrgType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import { PrivateName } from '#contract/core/private-name.ts'
import { writeNamesShown } from './audit-queries.ts'
import { type Ctx, tx, type UserCtx, type UserTxCtx } from './context.ts'
import { assertRowQuota } from './row-quota.ts'

/** Screening organisations have the children of their own tasks and no others. */
export const isAboveSchool = ({ caller, scope }: Pick<Ctx, 'caller' | 'scope'>): boolean =>
  scope.kind !== 'org' || caller?.org?.orgType === OrgType.code.government

/** A name in a sentence or in a file. */
export const nameFor = (ctx: Pick<Ctx, 'caller' | 'scope'>, name: string): string =>
  isAboveSchool(ctx) ? maskName(name) : name

/** An answer as its reader may have it. */
export const namesFor = (ctx: Ctx, schema: z.ZodType, answer: unknown): unknown =>
  ctx.disclosed.names || !isAboveSchool(ctx) ? answer : maskNames(schema, answer)

/**
 * Names in full for a reader above the school who asks for them: on record for every child before the answer leaves, and
 * counted among the rows that an account may take out in a day.
 */
export async function discloseNames(
  ctx: UserCtx,
  reason: string | undefined,
  studentIds: readonly number[],
): Promise<void> {
  if (reason === undefined || !isAboveSchool(ctx)) return
  if (!ctx.caller.permissions.has('studentReveal')) throw new BizError(602)
  const record = async (ctx: UserTxCtx) => {
    await assertRowQuota(ctx, studentIds.length)
    await writeNamesShown(ctx, studentIds, reason)
  }
  await (ctx.db.isTransaction ? record(ctx as UserTxCtx) : tx(ctx, record))
  ctx.disclosed.names = true
}

type Schema = z.core.$ZodType

function partsOf(schema: Schema): Schema[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return [schema.unwrap()]
  return schema instanceof z.ZodUnion ? [...schema.options] : []
}

const holding = new WeakMap<Schema, boolean>()

/** Found out once for each schema; a tree is a part of itself. */
export function holdsNames(schema: Schema): boolean {
  const known = holding.get(schema)
  if (known !== undefined) return known
  const seen = new Set<Schema>()
  const looksInto = (part: Schema): boolean => {
    if (part === PrivateName) return true
    if (seen.has(part)) return false
    seen.add(part)
    return partsOf(part).some(looksInto)
  }
  const found = looksInto(schema)
  holding.set(schema, found)
  return found
}

function maskNames(schema: Schema, value: unknown): unknown {
  if (value === null || value === undefined || !holdsNames(schema)) return value
  if (schema === PrivateName) return maskName(String(value))
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((each) => maskNames(schema.element, each))
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(value as object).map(([key, field]) => {
      const part = schema.shape[key]
      return [key, part ? maskNames(part, field) : field]
    })
    return Object.fromEntries(fields)
  }
  // Of several forms it has one: what the others would mask is not there, and a name that is masked twice is the same.
  return partsOf(schema).reduce<unknown>(
    (masked, part) => (fits(part, masked) ? maskNames(part, masked) : masked),
    value,
  )
}

/** Whether a value has the outer form of a schema. */
function fits(schema: Schema, value: unknown): boolean {
  if (schema instanceof z.ZodObject) return typeof value === 'object' && !Array.isArray(value)
  if (schema instanceof z.ZodArray) return Array.isArray(value)
  if (schema === PrivateName) return typeof value === 'string'
  return true
}
