// Regions of the whole country (spec §1 "Region data", §7 region tree, default areas, all-areas tree).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AreaId } from '../core/fields.ts'
import { AreaNode, AreaReference, AreaReferenceNode } from './schemas.ts'

export const areaEndpoints = {
  regionTree: endpoint({
    method: 'GET',
    path: '/auth/common/v3/region/tree',
    summary: '全国区域树（省、市、区县）',
    access: 'public',
    scoped: false,
    audit: null,
    input: z.object({}),
    output: z.array(AreaNode),
  }),
  areaChildren: endpoint({
    method: 'GET',
    path: '/basicweb/area/children',
    summary: '某一区域的下级区域，用于按需加载街道和乡镇',
    access: 'public',
    scoped: false,
    audit: null,
    input: z.object({ parentId: AreaId }),
    output: z.array(AreaNode),
  }),
  defaultAreas: endpoint({
    method: 'GET',
    path: '/basicweb/area/defaultAreas',
    summary: '本人数据范围内的区域清单',
    access: 'signedIn',
    scoped: true,
    audit: null,
    input: z.object({}),
    output: z.array(AreaReference),
  }),
  allAreas: endpoint({
    method: 'GET',
    path: '/basicweb/area/allAreas',
    summary: '全部区域树，编码与名称以连字符相连',
    access: 'signedIn',
    scoped: false,
    audit: null,
    input: z.object({}),
    output: z.array(AreaReferenceNode),
  }),
}
