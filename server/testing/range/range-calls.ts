import { z } from 'zod'
import type { Endpoint, EndpointTable } from '#contract/core/endpoint.ts'
import { PERMISSION_NAMES, permissionId } from '#contract/core/permissions.ts'
import { FEATURES } from '#contract/features.ts'
import type { TestApp } from '../app.ts'
import { permit } from '../people.ts'

const isIdName = (name: string) => /(Ids?)$|^id$/.test(name)

function idsOf({ input }: Endpoint): string[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  // A call may take one of several forms.
  const forms = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  const names = forms.flatMap((form) => Object.keys(form.properties ?? {}))
  return [...new Set(names)].filter(isIdName)
}

export type ScopedCall = { name: string; definition: Endpoint; ids: string[] }

/** Every call whose answer or effect depends on the caller's range, with the ids that it takes. */
export const SCOPED: ScopedCall[] = Object.entries(FEATURES as Record<string, EndpointTable>).flatMap(
  ([feature, table]) =>
    Object.entries(table)
      .filter(([, definition]) => definition.scoped)
      .map(([key, definition]) => ({ name: `${feature}.${key}`, definition, ids: idsOf(definition) })),
)

/** So that nothing but the range keeps an account from anything. */
export const permitEverything = (app: TestApp, account: string) =>
  permit(app, account, PERMISSION_NAMES.map(permissionId))
