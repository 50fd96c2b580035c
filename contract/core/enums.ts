import { z } from 'zod'

type Entry = readonly [code: number | string, label: string]

/** One line per value gives the wire code, the Chinese label, the zod schema and the select options. */
export function codeEnum<const T extends Record<string, Entry>>(entries: T) {
  type Code = T[keyof T][0]
  const rows = Object.values(entries) as unknown as readonly (readonly [Code, string])[]
  const codes = rows.map(([code]) => code)
  const labels = new Map<unknown, string>(rows)
  const schema = z.literal(codes as [Code, ...Code[]])
  return {
    code: Object.fromEntries(Object.entries(entries).map(([key, [code]]) => [key, code])) as {
      readonly [K in keyof T]: T[K][0]
    },
    codes,
    schema,
    /** For query strings, where every value arrives as text. */
    query: z.preprocess(
      (value) => (typeof value === 'string' && typeof codes[0] === 'number' ? Number(value) : value),
      schema,
    ),
    options: rows.map(([value, label]) => ({ value, label })),
    label: (code: unknown): string => labels.get(code) ?? '',
    has: (code: unknown): code is Code => labels.has(code),
  }
}

export type CodeOf<E extends { codes: readonly unknown[] }> = E['codes'][number]
