// Templates of letters: each government body writes those of its own area; a school uses the nearest.
import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import { sampleFor } from '#contract/letters/samples.ts'
import {
  type LetterContent,
  type SaveTemplate,
  type TemplateKindQuery,
  type TemplateState,
  templateFaults,
} from '#contract/letters/template-schemas.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import type { Db } from '../core/db/connect.ts'
import { insertVersion, selectNewest, selectVersions } from './template-queries.ts'

/** From the nearest to the widest. */
export type AreaChain = readonly string[]
type Area = { provinceId: string; cityId: string | null; regionId: string | null }
export const chainOf = ({ provinceId, cityId, regionId }: Area): AreaChain =>
  [regionId, cityId, provinceId].filter((id) => id !== null)

/** What letters are written by, and what they remember of it. */
export type FoundTemplate = { content: LetterContent } & (
  | { templateId: number; areaId: string; sample: null }
  | { templateId: null; areaId: null; sample: string }
)

/** The nearest template of each place, in one question. */
export async function findTemplates(
  db: Db,
  kind: LetterKindCode,
  chains: readonly AreaChain[],
): Promise<FoundTemplate[]> {
  const newest = await selectNewest(db, [...new Set(chains.flat())], kind)
  const byArea = new Map(newest.map((row) => [row.areaId, row]))
  return chains.map((chain): FoundTemplate => {
    for (const areaId of chain) {
      const row = byArea.get(areaId)
      if (row?.content) return { content: row.content, templateId: row.id, areaId, sample: null }
    }
    const { name, letters } = sampleFor(chain)
    return { content: letters[kind], templateId: null, areaId: null, sample: name }
  })
}

function requireArea({ caller: { org } }: UserCtx): AreaChain {
  if (!org?.provinceId) throw new BizError(602)
  return chainOf({ provinceId: org.provinceId, cityId: org.cityId, regionId: org.regionId })
}

export async function findTemplate(
  ctx: UserCtx,
  { kind }: z.output<typeof TemplateKindQuery>,
): Promise<TemplateState> {
  const chain = requireArea(ctx)
  const [own = ''] = chain
  const versions = await selectVersions(ctx.db, own, kind)
  const [found] = await findTemplates(ctx.db, kind, [chain])
  if (!found) throw new Error('there is a template for every area')
  const names = await findAreaNames(ctx)
  const isOwn = found.areaId === own
  return {
    areaName: names.get(own) ?? '',
    version: versions[0]?.version ?? 0,
    origin: isOwn ? 'own' : found.areaId === null ? 'sample' : 'above',
    originName: found.areaId === null ? found.sample : (names.get(found.areaId) ?? ''),
    content: found.content,
    versions: versions.map(({ id, version, content, orgName, savedByName, savedAt }) => ({
      templateId: id,
      version,
      content,
      orgName,
      savedBy: savedByName,
      savedAt: savedAt.toISOString(),
    })),
  }
}

export async function saveTemplate(
  ctx: UserTxCtx,
  { kind, version, content }: z.output<typeof SaveTemplate>,
): Promise<TemplateState> {
  const [areaId = ''] = requireArea(ctx)
  const { userId, realName, org } = ctx.caller
  ctx.note({
    objectType: 'area',
    objectId: areaId,
    detail: { kind, version: version + 1, own: content !== null },
  })
  const [fault, ...others] = content ? templateFaults(kind, content) : []
  if (fault) {
    const issues = [fault, ...others].map(({ text, message }) => ({ path: ['content', text], message }))
    throw new BizError(700, fault.message, issues)
  }
  const saved = await insertVersion(ctx.db, {
    areaId,
    kind,
    version: version + 1,
    content,
    orgId: org?.id ?? 0,
    orgName: org?.name ?? '',
    userId,
    realName,
  })
  if (!saved) throw new Refusal('changedMeanwhile', '模板已有更新的版本，请查看后再保存')
  return findTemplate(ctx, { kind })
}
