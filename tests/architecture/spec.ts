import { z } from 'zod'
import { textOf } from './sources.ts'

const read = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> =>
  schema.parse(JSON.parse(textOf(`tests/spec/${name}.json`)))

/** A part whose place the spec does not name is recognised once built by a pattern over names. */
const Pattern = z.string().transform((text) => new RegExp(text))

const PathCall = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string().startsWith('/'),
  section: z.string(),
  params: z.array(z.string()).default([]),
})
/** `endpoint` is tried on `feature.key`. */
const NamedCall = z.strictObject({ name: z.string(), section: z.string(), endpoint: Pattern })
/** `source` is tried on the web's code. */
const FileCall = z.strictObject({
  method: z.literal('GET'),
  file: z.string(),
  section: z.string(),
  source: Pattern,
})
const CALLS = read('calls', z.array(z.union([PathCall, NamedCall, FileCall])))
export const PATH_CALLS = CALLS.filter((call) => 'path' in call)
export const NAMED_CALLS = CALLS.filter((call) => 'name' in call)
export const FILE_CALLS = CALLS.filter((call) => 'file' in call)

/** With `section` the spec names no number of its own: anything inside the section will do. */
const Route = z.strictObject({
  path: z.string().startsWith('/'),
  permissions: z.array(z.number()).optional(),
  section: z.number().optional(),
  hidden: z.boolean().default(false),
})
const PrintPage = z.strictObject({ print: z.string(), screen: Pattern })
const ALL_ROUTES = read('routes', z.array(z.union([Route, PrintPage])))
export const ROUTES = ALL_ROUTES.filter((route) => 'path' in route)
export const PRINT_PAGES = ALL_ROUTES.filter((route) => 'print' in route)

const Meanings = z.record(z.string(), z.string())
export const CODES = read(
  'codes',
  z.strictObject({
    http: Meanings,
    business: Meanings,
    signOut: z.array(z.number()),
    refreshPermissions: z.array(z.number()),
    importRows: Meanings,
    importRowOther: z.number(),
  }),
)
export const ENUMS = read('enums', z.record(z.string(), Meanings))
export const PERMISSION_IDS = read('permissions', z.array(z.number()))
export const SPEC_MESSAGES = read(
  'messages',
  z.array(z.strictObject({ section: z.number(), text: z.string() })),
)

/** `file` is tried on paths below web/, `source` on their code. */
const Part = z.union([
  z.strictObject({ name: z.string(), file: Pattern }),
  z.strictObject({ name: z.string(), source: Pattern }),
])
export type Part = z.infer<typeof Part>
export const WIDGETS = read('widgets', z.array(Part))
export const DASHBOARDS = read(
  'dashboards',
  z.array(
    z.union([
      z.strictObject({ set: z.number(), name: z.string(), file: Pattern }),
      z.strictObject({ set: z.number(), name: z.string(), source: Pattern }),
    ]),
  ),
).map(({ set, ...part }): Part => ({ ...part, name: `${set}: ${part.name}` }))

export const PENDING = read(
  'pending',
  z.strictObject({
    calls: z.array(z.string()),
    routes: z.array(z.string()),
    printPages: z.array(z.string()),
    dashboards: z.array(z.string()),
    widgets: z.array(z.string()),
    permissions: z.array(z.number()),
    enums: z.array(z.string()),
    messages: z.array(z.string()),
  }),
)
