// Regions of the whole country (spec §1, §7).
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findAllAreas, findRegionTree, listAreaChildren, listAreasInScope } from './area.ts'

export const areaRoutes = implement(areaEndpoints, {
  regionTree: findRegionTree,
  areaChildren: listAreaChildren,
  defaultAreas: listAreasInScope,
  allAreas: findAllAreas,
})
