import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'

const BELOW: Partial<Record<Unit['level'], string>> = { province: '各市', city: '各区县', region: '各学校' }
/** What the places right below are called. */
export const belowOf = ({ level }: Pick<Unit, 'level'>): string => BELOW[level] ?? '下级单位'

const TABLES: Partial<Record<Unit['level'], string>> = { city: '市总览', region: '区县总览' }
/** The table of all places below is called by whose it is. */
export const tableTitle = (level: Unit['level'] | undefined): string => (level && TABLES[level]) ?? '省总览'
