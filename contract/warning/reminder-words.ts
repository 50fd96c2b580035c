// Who was reminded of warnings, in words.
import { Notified } from './rules.ts'
import type { Reminded } from './warning-schemas.ts'

/** 已提醒 3 位班主任；1 个班没有班主任，已提醒 2 位学校管理员 */
export function remindedText({ recipients, unreached }: Pick<Reminded, 'recipients' | 'unreached'>): string {
  const only = recipients.reduce((sum, { classes }) => sum + classes, unreached) === 1
  const without = (classes: number) => (only ? '该班没有班主任' : `${classes} 个班没有班主任`)
  const sent = recipients.map(({ role, people, classes }) => {
    const done = `已提醒 ${people} 位${Notified.label(role)}`
    return role === Notified.code.teacher ? done : `${without(classes)}，${done}`
  })
  const missed = unreached > 0 ? [`${without(unreached)}，学校也没有可用的管理员账号，没有发出提醒`] : []
  return [...sent, ...missed].join('；')
}
