import { type AreaNode, type AreaReferenceNode, AreaTier } from '#contract/areas/schemas.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type { Config } from '../core/config.ts'
import type { Ctx, UserCtx } from '../core/context.ts'
import type { Db } from '../core/db/connect.ts'
import type { AreaIds } from '../core/scope.ts'
import { findAreaPath, selectChildren, selectDistricts, selectInScope } from './area-queries.ts'

type Trees = { regions: AreaNode[]; references: AreaReferenceNode[]; names: ReadonlyMap<string, string> }
/** Regions change with a release, never at run time: a node reads them once. */
const trees = new WeakMap<Config, Promise<Trees>>()

export const findRegionTree = async (ctx: Ctx) => (await treesOf(ctx)).regions
export const findAllAreas = async (ctx: Ctx) => (await treesOf(ctx)).references

/** Full names (浙江省-杭州市) by id, for lists: cheaper than joining them to every row. */
export const findAreaNames = async (ctx: Ctx) => (await treesOf(ctx)).names

export async function listAreaChildren(ctx: Ctx, { parentId }: { parentId: string }): Promise<AreaNode[]> {
  const rows = await selectChildren(ctx.db, parentId)
  return rows.map(({ id, name, level, hasChildren }) => ({ id, name, level, leaf: !hasChildren }))
}

export function listAreasInScope(ctx: UserCtx) {
  const { org } = ctx.caller
  return selectInScope(ctx.db, ctx.scope, org && (org.regionId ?? org.cityId ?? org.provinceId))
}

/** The ids must name one path through the tree: a district of another city is refused. */
export async function assertAreaPath(db: Db, { provinceId, cityId, regionId }: AreaIds): Promise<void> {
  const given = [provinceId, cityId, regionId].filter(Boolean)
  const area = await findAreaPath(db, regionId || cityId || provinceId)
  const [message, code] = MESSAGES.areaRequired
  if (area?.fullId !== given.join('-')) throw new BizError(code, message, [{ path: ['provinceId'], message }])
}

function treesOf(ctx: Ctx): Promise<Trees> {
  const known = trees.get(ctx.config)
  if (known) return known
  const building = buildTrees(ctx.db)
  trees.set(ctx.config, building)
  // A failed attempt is not remembered: the next request tries again.
  building.catch(() => trees.delete(ctx.config))
  return building
}

async function buildTrees(db: Db): Promise<Trees> {
  const regions: AreaNode[] = []
  const references: AreaReferenceNode[] = []
  const names = new Map<string, string>()
  const nodes = new Map<string, { region: AreaNode; reference: AreaReferenceNode }>()
  for (const row of await selectDistricts(db)) {
    const region: AreaNode = { id: row.id, name: row.name, level: row.level, leaf: !row.hasChildren }
    const reference: AreaReferenceNode = { areaName: row.fullName, id: row.fullId }
    names.set(row.id, row.fullName)
    nodes.set(row.id, { region, reference })
    const parent = row.parentId ? nodes.get(row.parentId) : undefined
    if (parent) {
      parent.region.children ??= []
      parent.region.children.push(region)
      parent.reference.children ??= []
      parent.reference.children.push(reference)
    } else {
      regions.push(region)
      references.push(reference)
    }
  }
  return {
    regions: Object.freeze(regions) as AreaNode[],
    references: Object.freeze(references) as AreaReferenceNode[],
    names,
  }
}

/** Some cities list their towns directly (spec §1). */
export async function hasDistricts(db: Db, cityId: string): Promise<boolean> {
  return (await selectChildren(db, cityId)).some(({ level }) => level === AreaTier.code.region)
}
