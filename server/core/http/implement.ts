import type { Endpoint, EndpointTable, HandlerOutputOf, ParsedInputOf } from '#contract/core/endpoint.ts'
import type { Ctx, TxCtx, UserCtx, UserTxCtx } from '../context.ts'

type IsPublic<E extends Endpoint> = E['access'] extends 'public' ? true : false
type Plain<E extends Endpoint> = IsPublic<E> extends true ? Ctx : UserCtx
type Transactional<E extends Endpoint> = IsPublic<E> extends true ? TxCtx : UserTxCtx

type HandlerOf<E extends Endpoint, C> = (ctx: C, input: ParsedInputOf<E>) => Promise<HandlerOutputOf<E>>

/** A handler that opens its own transactions and writes its own audit entry, because a refusal must leave traces. */
export type SelfAudited<E extends Endpoint> = { selfAudited: HandlerOf<E, Plain<E>> }

/**
 * An audited endpoint runs inside one transaction together with its audit entry, unless it audits itself. A download
 * runs in none: it lasts as long as its reader takes, and its audit entry is written before the first byte.
 */
export type Implementation<T extends EndpointTable> = {
  [K in keyof T]: T[K]['audit'] extends null
    ? HandlerOf<T[K], Plain<T[K]>>
    : HandlerOf<T[K], Transactional<T[K]>> | SelfAudited<T[K]>
}

export type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>
export type BoundEndpoint = { name: string; definition: Endpoint; handler: AnyHandler; selfAudited: boolean }

/** Binds every endpoint of a table to a function; a missing or mistyped one does not compile. */
export function implement<T extends EndpointTable>(table: T, handlers: Implementation<T>): BoundEndpoint[] {
  return Object.entries(table).map(([name, definition]) => {
    const bound = handlers[name as keyof T] as unknown as AnyHandler | { selfAudited: AnyHandler }
    return typeof bound === 'function'
      ? { name, definition, handler: bound, selfAudited: false }
      : { name, definition, handler: bound.selfAudited, selfAudited: true }
  })
}
