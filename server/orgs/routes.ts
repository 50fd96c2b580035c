// Organisations (spec §7 "Organisations and school roster").
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import {
  editGov,
  editHospital,
  editSchool,
  findGov,
  findHospital,
  findSchool,
  isOrgNameFree,
  listOrgs,
} from './org.ts'

export const orgRoutes = implement(orgEndpoints, {
  orgList: listOrgs,
  govDetail: { selfAudited: findGov },
  schoolDetail: { selfAudited: findSchool },
  hospitalDetail: { selfAudited: findHospital },
  editGov,
  editSchool,
  editHospital,
  validOrgNameByRegion: isOrgNameFree,
})
