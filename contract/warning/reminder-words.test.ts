import { expect, test } from 'vitest'
import { remindedText } from './reminder-words.ts'

const teachers = { role: 'teacher', people: 1, classes: 1 } as const
const heads = { role: 'gradeHead', people: 1, classes: 1 } as const
const admins = { role: 'school', people: 2, classes: 1 } as const

test.each([
  [[teachers], 0, '已提醒 1 位班主任'],
  [[admins], 0, '该班没有班主任，已提醒 2 位学校管理员'],
  [
    [{ ...teachers, people: 2, classes: 3 }, heads],
    0,
    '已提醒 2 位班主任；1 个班没有班主任，已提醒 1 位年级组长',
  ],
  [[], 1, '该班没有班主任，学校也没有可用的管理员账号，没有发出提醒'],
])('%j and %s unreached', (recipients, unreached, text) => {
  expect(remindedText({ recipients: [...recipients], unreached })).toBe(text)
})
