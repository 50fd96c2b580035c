import { Glasses } from '#contract/core/codes.ts'
import type { RetestRow } from '#contract/eyesight/record-schemas.ts'

export type RetestSums = {
  drawn: number
  done: number
  /** 戴镜 and 非戴镜 among those who were examined again. */
  wearing: number
  bare: number
  items: number
  errors: number
}

export function sumsOf(rows: readonly RetestRow[]): RetestSums {
  const done = rows.filter((row) => row.done)
  const items = done.flatMap((row) => row.items).filter(({ difference }) => difference !== null)
  const bare = done.filter(({ glasses }) => glasses === null || glasses === Glasses.code.none).length
  return {
    drawn: rows.length,
    done: done.length,
    wearing: done.length - bare,
    bare,
    items: items.length,
    errors: items.filter(({ over }) => over).length,
  }
}

/** The results of a retest sample. */
export function drawnSentence({ drawn, total, wanted }: { drawn: number; total: number; wanted: number }) {
  if (total < wanted) return `新抽取 ${drawn} 人，共 ${total} 人；应复测 ${wanted} 人，可抽取的学生不够`
  if (drawn === 0) return `已抽取 ${total} 人，达到应复测的 ${wanted} 人，没有新抽取`
  return `新抽取 ${drawn} 人，共 ${total} 人，达到应复测的 ${wanted} 人`
}
