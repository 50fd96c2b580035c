import type { Scope } from '../core/scope.ts'

/** Class teachers and grade heads: what they print of a school is of their classes. */
export const hasPartOnly = (scope: Scope): boolean => scope.kind === 'org' && scope.only !== undefined
export const OWN_CLASSES = '所负责的班级'
