import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value that differs from call to call. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Values = Record<string, unknown>
/** Typed as the value it stands for; what it returns may only be put into a query. */
export type Param<P> = <K extends keyof P & string>(name: K) => P[K]
type Build<P, R> = (db: Db, param: Param<P>) => Compilable<R>
type Run<P, R> = (db: Db, values: P) => Promise<R[]>

/**
 * A query built once and run many times. Building and compiling costs more than the round trip, which only matters for
 * what every request or every list does: elsewhere write the query plainly.
 */
export function prepared<P extends Values>() {
  return <R>(build: Build<P, R>): Run<P, R> => {
    let compiled: CompiledQuery<R> | undefined
    return async (db, values) => {
      compiled ??= build(db, (name) => new Parameter(name) as never).compile()
      const parameters = compiled.parameters.map((value) =>
        value instanceof Parameter ? values[value.name] : value,
      )
      const { rows } = await db.executeQuery<R>({ ...compiled, parameters })
      return rows
    }
  }
}

const SHAPES_MAX = 300

/** As `prepared`, for a query whose parts depend on what is asked: one for each shape, as many as are worth keeping. */
export function preparedByShape<P extends Values>() {
  return <R, Asked extends unknown[]>(
    shapeOf: (...asked: Asked) => string,
    build: (...asked: Asked) => Build<P, R>,
  ) => {
    const runs = new Map<string, Run<P, R>>()
    return (db: Db, values: P, ...asked: Asked): Promise<R[]> => {
      const shape = shapeOf(...asked)
      const run = runs.get(shape) ?? prepared<P>()(build(...asked))
      if (runs.size < SHAPES_MAX) runs.set(shape, run)
      return run(db, values)
    }
  }
}
