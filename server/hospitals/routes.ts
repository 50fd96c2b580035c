// Hospitals and social screening organisations, and the schools they serve (spec §2 "Hospital", "Social").
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { bindSchools, listBindings } from './binding.ts'
import { addHospital, listHospitals } from './hospital.ts'

export const hospitalRoutes = implement(hospitalEndpoints, {
  hospitalPageList: listHospitals,
  addHospital,
  bindingPageList: listBindings,
  bindSchools,
})
