import type { ImportState } from '#contract/core/import-states.ts'
import type { ImportCounts, ImportTask } from '#contract/imports/schemas.ts'
import { formatNumber } from '#web/core/format.ts'

const STATE_WORDS: Record<ImportState, string> = {
  queued: '排队等待',
  reading: '正在检查',
  preview: '等待确认',
  writing: '正在写入',
  done: '已完成',
  failed: '导入失败',
  cancelled: '已取消',
  undoing: '正在撤销',
  undone: '已撤销',
}
export const stateWord = (state: ImportState): string => STATE_WORDS[state]

const RUNNING: readonly ImportState[] = ['queued', 'reading', 'writing', 'undoing']
/** The server is at work on it. */
export const isRunning = ({ state }: Pick<ImportTask, 'state'>): boolean => RUNNING.includes(state)
/** Something is still to come: by the server, or by a person who has to confirm. */
export const isOpen = (task: Pick<ImportTask, 'state'>): boolean =>
  isRunning(task) || task.state === 'preview'

/** Spec §4: 100 where no total is known. */
export function progressPercent({
  total,
  currentProgress,
}: Pick<ImportTask, 'total' | 'currentProgress'>): number {
  if (total <= 0) return 100
  return Math.min(100, Math.max(0, Math.floor((currentProgress / total) * 100)))
}

/** 约 20 秒, 约 3 分钟; nothing where it is not known. */
export function remainingText(seconds: number | null): string {
  if (seconds === null || seconds < 0 || !Number.isFinite(seconds)) return ''
  if (seconds < 5) return '即将完成'
  if (seconds < 60) return `约 ${Math.ceil(seconds / 5) * 5} 秒`
  if (seconds < 3600) return `约 ${Math.ceil(seconds / 60)} 分钟`
  return `约 ${Math.ceil(seconds / 3600)} 小时`
}

/** The counts of rows by outcome; zero counts are left out unless all are zero. */
export function countsText(counts: ImportCounts): string {
  const parts = [
    ['新增', counts.insert],
    ['更新', counts.update],
    ['无变化', counts.unchanged],
    ['不可覆盖', counts.locked],
    ['错误', counts.error],
  ] as const
  const counted = parts.filter(([, count]) => count > 0)
  if (counted.length === 0) return '没有数据行'
  return counted.map(([word, count]) => `${word} ${formatNumber(count)}`).join(' · ')
}

/** The consequence of confirming. */
export function writeText({ insert, update, locked, error }: ImportCounts): string {
  const left = [
    error > 0 && `${formatNumber(error)} 行有错误`,
    locked > 0 && `${formatNumber(locked)} 行不可覆盖`,
  ].filter(Boolean)
  const rest = left.length > 0 ? `${left.join('、')}，不写入，可更正后再写入。` : ''
  return `将新增 ${formatNumber(insert)} 人，更新 ${formatNumber(update)} 人。${rest}`
}

/** The same for results. */
export function writeReadingsText({ insert, update, locked, error }: ImportCounts): string {
  const rest = [
    locked > 0 && `${formatNumber(locked)} 行与已有结果不一致，不覆盖，列为冲突由人工决定。`,
    error > 0 && `${formatNumber(error)} 行有错误，不写入，可更正后再写入。`,
  ].filter(Boolean)
  return `将写入 ${formatNumber(insert)} 人的结果，更新 ${formatNumber(update)} 人的结果。${rest.join('')}`
}

export function undoReadingsText(counts: ImportCounts | null): string {
  const written = (counts?.insert ?? 0) + (counts?.update ?? 0)
  const what = written > 0 ? `本次写入的 ${formatNumber(written)} 人的结果` : '本次写入的内容'
  return `${what}恢复为导入前的内容，未处理的冲突一并撤回。如果其中有结果之后又有修改或已抽取复测，则不会撤销，并说明原因。`
}

/** The consequence of undoing. */
export function undoText(counts: ImportCounts | null): string {
  const parts = [
    counts && counts.insert > 0 && `新增的 ${formatNumber(counts.insert)} 名学生将移除`,
    counts && counts.update > 0 && `更新的 ${formatNumber(counts.update)} 名学生恢复为导入前的内容`,
  ].filter(Boolean)
  const what = parts.length > 0 ? `本次${parts.join('，')}` : '本次写入的内容将全部恢复为导入前的样子'
  return `${what}。如果其中有学生之后又有变动，则不会撤销，并说明原因。`
}
