import { OrgProperty, OrgType } from './codes.ts'

/**
 * Lines of command: whose accounts a government body looks after in addition to those of its own kind below it. Figures
 * and reports are another matter: both kinds read those of their range.
 */
export const LINES_OF_COMMAND = {
  educationBureau: ['school'],
  healthCommission: ['hospital', 'social'],
} as const satisfies Partial<Record<keyof typeof OrgProperty.code, readonly (keyof typeof OrgType.code)[]>>
export type LineOfCommand = keyof typeof LINES_OF_COMMAND
const LINES = Object.keys(LINES_OF_COMMAND) as LineOfCommand[]

type Org = { orgType: number; property: number }

/** The line of a government body; every other organisation has none and looks after itself alone. */
export const lineOfCommand = ({ orgType, property }: Org): LineOfCommand | undefined =>
  orgType === OrgType.code.government ? LINES.find((line) => OrgProperty.code[line] === property) : undefined

/** Whether accounts of an organisation belong to a line. */
export function isOnLine(line: LineOfCommand, { orgType, property }: Org): boolean {
  if (orgType === OrgType.code.government) return property === OrgProperty.code[line]
  return LINES_OF_COMMAND[line].some((type) => OrgType.code[type] === orgType)
}

/** The types of organisations whose accounts somebody of this organisation finds in the list. */
export function lookedAfterTypes(org: Org): readonly number[] {
  const line = lineOfCommand(org)
  if (!line) return [org.orgType]
  return [OrgType.code.government, ...LINES_OF_COMMAND[line].map((type) => OrgType.code[type])]
}
