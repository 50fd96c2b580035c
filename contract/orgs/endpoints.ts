// Organisations: who takes part, where it stands, its own information (spec §7 "Organisations").
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { OrgName } from '../core/fields.ts'
import {
  AreaTriple,
  EditGov,
  EditHospital,
  EditSchool,
  GovDetail,
  HospitalDetail,
  OrgDetailQuery,
  OrgId,
  OrgListQuery,
  OrgOption,
  SchoolDetail,
} from './schemas.ts'

const detail = {
  method: 'GET',
  access: ['orgInformation', 'schools', 'hospitals', 'socialOrgs'],
  scoped: true,
  audit: 'org.contact',
  input: OrgDetailQuery,
} as const
const edit = {
  method: 'POST',
  access: ['orgInformationEdit', 'schoolEdit', 'hospitalEdit', 'socialOrgEdit'],
  scoped: true,
  audit: 'org.edit',
} as const
const Saved = z.object({ version: z.number() })

export const orgEndpoints = {
  orgList: endpoint({
    method: 'GET',
    path: '/basicweb/org/orgList',
    summary: '数据范围内的机构',
    access: ['authority', 'orgInformation', 'messageSend', 'devices'],
    scoped: true,
    audit: null,
    input: OrgListQuery,
    output: page(OrgOption),
  }),
  govDetail: endpoint({
    ...detail,
    path: '/basicweb/org/v3/govDetail',
    summary: '政府部门详情',
    output: GovDetail,
  }),
  schoolDetail: endpoint({
    ...detail,
    path: '/basicweb/org/v3/schoolDetail',
    summary: '学校详情',
    output: SchoolDetail,
  }),
  hospitalDetail: endpoint({
    ...detail,
    path: '/basicweb/org/v3/hospitalDetail',
    summary: '医院或社会筛查机构详情',
    output: HospitalDetail,
  }),
  editGov: endpoint({
    ...edit,
    path: '/basicweb/org/v3/editGov',
    summary: '编辑政府部门信息',
    input: EditGov,
    output: Saved,
  }),
  editSchool: endpoint({
    ...edit,
    path: '/basicweb/org/v3/editSchool',
    summary: '编辑学校信息',
    input: EditSchool,
    output: Saved,
  }),
  editHospital: endpoint({
    ...edit,
    path: '/basicweb/org/v3/editHospital',
    summary: '编辑医院或社会筛查机构信息',
    input: EditHospital,
    output: Saved,
  }),
  validOrgNameByRegion: endpoint({
    method: 'GET',
    path: '/basicweb/org/validOrgNameByRegion',
    summary: '机构名称在所在区域内是否可用',
    access: 'signedIn',
    scoped: true,
    audit: null,
    input: AreaTriple.extend({ orgName: OrgName, orgId: OrgId.optional() }),
    output: z.boolean(),
  }),
}
