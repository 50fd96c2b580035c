import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value that differs from call to call. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Param<P> = <K extends keyof P & string>(name: K) => P[K]
type Values = Record<string, unknown>

/**
 * A query built once and run many times. Building and compiling costs three times the round trip, which only
 * matters for what every request or every list does: elsewhere write the query plainly.
 */
export function prepared<P extends Values>() {
  return <R>(build: (db: Db, param: Param<P>) => Compilable<R>) => {
    let compiled: CompiledQuery<R> | undefined
    return async function run(db: Db, values: P): Promise<R[]> {
      // Typed as the value it stands for; it never leaves this file.
      compiled ??= build(db, (name) => new Parameter(name) as never).compile()
      const parameters = compiled.parameters.map((value) =>
        value instanceof Parameter ? values[value.name] : value,
      )
      const { rows } = await db.executeQuery<R>({ ...compiled, parameters })
      return rows
    }
  }
}

/** As `prepared`, for a query with optional parts: one for each set of parts that is asked for. */
export function preparedParts<P extends Values>() {
  return <R>(
    build: (db: Db, param: Param<Required<P>>, has: (name: keyof P) => boolean) => Compilable<R>,
  ) => {
    const runs = new Map<string, (db: Db, values: Required<P>) => Promise<R[]>>()
    return (db: Db, values: P): Promise<R[]> => {
      const given = Object.keys(values).filter((name) => values[name] !== undefined)
      const shape = given.join()
      const run =
        runs.get(shape) ??
        prepared<Required<P>>()((handle, param) =>
          build(handle, param, (name) => given.includes(String(name))),
        )
      runs.set(shape, run)
      return run(db, values as Required<P>)
    }
  }
}
