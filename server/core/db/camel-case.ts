import {
  type IdentifierNode,
  type KyselyPlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type UnknownRow,
} from 'kysely'

/**
 * camelCase in code, snake_case in the database. Kysely's own plugin rewrites the whole query tree for that and
 * costs more than the query; writing the identifiers differently while compiling costs nothing.
 */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override visitIdentifier(node: IdentifierNode): void {
    super.visitIdentifier({ ...node, name: toSnakeCase(node.name) })
  }
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new SnakeCaseCompiler()
  }
}

export const camelCaseRows: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(toCamelRow) }),
}

function toCamelRow(row: UnknownRow): UnknownRow {
  const out: UnknownRow = {}
  for (const key in row) out[toCamelCase(key)] = row[key]
  return out
}

const snake = new Map<string, string>()
const camel = new Map<string, string>()

export const toSnakeCase = (name: string): string =>
  remembered(snake, name, () => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

const toCamelCase = (name: string): string =>
  remembered(camel, name, () => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))

/** The names of a schema are few; every other name is computed and not cached. */
const NAMES_KEPT = 5_000

function remembered(names: Map<string, string>, name: string, compute: () => string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  const computed = compute()
  if (names.size < NAMES_KEPT) names.set(name, computed)
  return computed
}
