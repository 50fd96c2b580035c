import { z } from 'zod'

/** One area: id is six digits (province, city, district) or nine (town). */
export type AreaNode = { id: string; name: string; level: number; leaf: boolean; children?: AreaNode[] }
export const AreaNode: z.ZodType<AreaNode> = z.object({
  id: z.string(),
  name: z.string(),
  /** 1 province, 2 city, 3 district, 4 town. */
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
