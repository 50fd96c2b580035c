import { z } from 'zod'
import { codeEnum } from '../core/enums.ts'

/** How deep an area stands in the tree. */
export const AreaTier = codeEnum({
  province: [1, '省级'],
  city: [2, '市级'],
  region: [3, '区县级'],
  town: [4, '乡级'],
})

/** One area: id is six digits (province, city, district) or nine (town). */
export type AreaNode = { id: string; name: string; level: number; leaf: boolean; children?: AreaNode[] }
export const AreaNode: z.ZodType<AreaNode> = z.object({
  id: z.string(),
  name: z.string(),
  /** An `AreaTier`. */
  level: z.number(),
  /** No level below; a node that is no leaf and has no children loads them on demand. */
  leaf: z.boolean(),
  get children() {
    return z.array(AreaNode).optional()
  },
})

/** Spec §1: hyphen-joined names and codes. */
export const AreaReference = z.object({ areaName: z.string(), id: z.string() })
export type AreaReference = z.infer<typeof AreaReference>

export type AreaReferenceNode = AreaReference & { children?: AreaReferenceNode[] }
export const AreaReferenceNode: z.ZodType<AreaReferenceNode> = z.object({
  areaName: z.string(),
  id: z.string(),
  get children() {
    return z.array(AreaReferenceNode).optional()
  },
})
