// Which texts of organisations differ between a report and the same report made later.
import { z } from 'zod'
import type { Report, ReportBlock } from '../report/report.ts'

export const TextChange = z.object({
  what: z.enum(['came', 'gone', 'changed']),
  title: z.string(),
  orgName: z.string(),
})
export type TextChange = z.infer<typeof TextChange>

const blocksIn = ({ sections }: Pick<Report, 'sections'>): Map<string, ReportBlock> =>
  new Map(sections.flatMap(({ blocks = [] }) => blocks.map((block) => [block.id, block] as const)))

export function textChanges(was: Pick<Report, 'sections'>, is: Pick<Report, 'sections'>): TextChange[] {
  const before = blocksIn(was)
  const after = blocksIn(is)
  const changeOf = (what: TextChange['what'], { title, orgName }: ReportBlock) => ({ what, title, orgName })
  const known = [...before.values()].flatMap((block) => {
    const now = after.get(block.id)
    if (!now) return [changeOf('gone', block)]
    const same = now.paragraphs.join('\n') === block.paragraphs.join('\n')
    return same ? [] : [changeOf('changed', now)]
  })
  const came = [...after.values()].filter(({ id }) => !before.has(id))
  return [...known, ...came.map((block) => changeOf('came', block))]
}
