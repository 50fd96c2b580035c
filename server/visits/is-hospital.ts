import { OrgType } from '#contract/core/codes.ts'
import type { Caller } from '../core/context.ts'

export const isHospital = ({ org }: Pick<Caller, 'org'>): boolean => org?.orgType === OrgType.code.hospital
