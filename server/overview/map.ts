import { type AreaMap, SKETCH_NOTICE } from '#contract/overview/map.ts'
import type { Ctx } from '../core/context.ts'
import { mapsOf } from './map-files.ts'

const NO_MAP: AreaMap = Object.freeze({ map: null, notice: SKETCH_NOTICE })

/** Shapes are no secret: every holder of an overview may see those of any area. */
export async function findMap({ config }: Ctx, { areaId }: { areaId: string }): Promise<AreaMap> {
  return mapsOf(config).get(areaId) ?? NO_MAP
}
