// The texts of the caller's organisation for the report of an area, a school, a grade or a class.
import { endpoint } from '../../core/endpoint.ts'
import { OwnText, OwnTextQuery, SaveOwnText } from './own-text.ts'

export const ownTextEndpoints = {
  ownText: endpoint({
    method: 'GET',
    path: '/report/text',
    summary: '本机构为一份报告填写的文字',
    access: ['writeReportText'],
    scoped: true,
    audit: null,
    input: OwnTextQuery,
    output: OwnText,
  }),
  saveOwnText: endpoint({
    method: 'POST',
    path: '/report/text/save',
    summary: '填写报告的工作开展情况、存在问题和下一步建议',
    access: ['writeReportText'],
    scoped: true,
    audit: 'report.writeText',
    input: SaveOwnText,
    output: OwnText,
  }),
}
