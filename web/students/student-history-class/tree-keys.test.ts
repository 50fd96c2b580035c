import { expect, it } from 'vitest'
import { choiceOf, keyOf } from './tree-keys.ts'

it('leads from a choice to its node and back', () => {
  for (const choice of [
    { schoolYear: 2025, classId: undefined, gradeId: undefined },
    { schoolYear: 2025, classId: 17, gradeId: 3 },
  ]) {
    expect(choiceOf(keyOf(choice))).toEqual(choice)
  }
})

it('keeps apart a class that was in two grades in one school year', () => {
  const grades = [3, 4].map((gradeId) => keyOf({ schoolYear: 2025, classId: 17, gradeId }))
  expect(new Set(grades).size).toBe(2)
})
