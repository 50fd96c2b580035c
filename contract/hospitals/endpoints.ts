// Hospitals and social screening organisations, and the schools they serve (spec §2 "Hospital", "Social").
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { AddedOrg } from '../orgs/schemas.ts'
import {
  AddHospital,
  BindingPageQuery,
  BindingRow,
  BindSchools,
  HospitalPageQuery,
  HospitalRow,
} from './schemas.ts'

export const hospitalEndpoints = {
  hospitalPageList: endpoint({
    method: 'GET',
    path: '/basicweb/org/v3/hospitalPageList',
    summary: '数据范围内的医院或社会筛查机构',
    access: ['hospitals', 'socialOrgs'],
    scoped: true,
    audit: null,
    input: HospitalPageQuery,
    output: page(HospitalRow),
  }),
  addHospital: endpoint({
    method: 'POST',
    path: '/basicweb/org/v3/addHospital',
    summary: '新增医院或社会筛查机构，有上级审核部门的待审核',
    access: ['hospitalEdit', 'socialOrgEdit'],
    scoped: true,
    audit: 'hospital.add',
    input: AddHospital,
    output: AddedOrg,
  }),
  bindingPageList: endpoint({
    method: 'GET',
    path: '/basicweb/org/v3/relation/school/binding/pageList',
    summary: '机构服务的学校',
    access: ['hospitals', 'socialOrgs'],
    scoped: true,
    audit: null,
    input: BindingPageQuery,
    output: page(BindingRow),
  }),
  bindSchools: endpoint({
    method: 'POST',
    path: '/basicweb/org/v3/relation/school/bind',
    summary: '绑定或解除服务的学校',
    access: ['hospitalEdit', 'socialOrgEdit'],
    scoped: true,
    audit: 'hospital.bind',
    input: BindSchools,
    output: z.object({ changed: z.number() }),
  }),
}
