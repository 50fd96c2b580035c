// Custom reports: designed, saved, shared inside the organisation; everybody reads them by the own range and permissions.
import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { Report } from '../report/report.ts'
import {
  DesignDetail,
  DesignId,
  DesignName,
  DesignRow,
  DesignVersion,
  ReportDesign,
  SaveDesign,
} from './design-schemas.ts'

const read = { method: 'GET', access: ['designReport'], scoped: true, audit: null } as const
const write = { method: 'POST', access: ['designReport'], scoped: true } as const
const Saved = z.object({ designId: z.number(), version: z.number() })

export const designEndpoints = {
  designReport: endpoint({
    ...read,
    path: '/report/design',
    summary: '按已保存的设计出自定义报告，数据范围以查看人为准',
    input: z.object({ designId: DesignId }),
    output: Report,
  }),
  designPreview: endpoint({
    ...write,
    path: '/report/design/preview',
    summary: '按尚未保存的设计出自定义报告',
    audit: null,
    input: ReportDesign,
    output: Report,
  }),
  designList: endpoint({
    ...read,
    path: '/report/design/list',
    summary: '自己的和本机构共享的自定义报告',
    input: z.object({}),
    output: z.array(DesignRow),
  }),
  designDetail: endpoint({
    ...read,
    path: '/report/design/detail',
    summary: '一份自定义报告的设计',
    input: z.object({ designId: DesignId }),
    output: DesignDetail,
  }),
  saveDesign: endpoint({
    ...write,
    path: '/report/design/save',
    summary: '保存自定义报告（新建或修改）',
    audit: 'reportDesign.save',
    input: SaveDesign,
    output: Saved,
  }),
  renameDesign: endpoint({
    ...write,
    path: '/report/design/rename',
    summary: '重命名自定义报告',
    audit: 'reportDesign.rename',
    input: DesignVersion.extend({ name: DesignName }),
    output: Saved,
  }),
  shareDesign: endpoint({
    ...write,
    path: '/report/design/share',
    summary: '在本机构内共享或取消共享自定义报告',
    audit: 'reportDesign.share',
    input: DesignVersion.extend({ shared: z.boolean() }),
    output: Saved,
  }),
  deleteDesign: endpoint({
    ...write,
    path: '/report/design/delete',
    summary: '删除自定义报告',
    audit: 'reportDesign.delete',
    input: DesignVersion,
    output: z.object({ deleted: z.number() }),
  }),
}
