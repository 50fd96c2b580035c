import { AreaGrade, CityProperty, SchoolNewType, SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { makeRandom, type Random } from '../demo-random.ts'
import type { District } from './grow-queries.ts'

const { kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code
const { good, medium, poor } = AreaGrade.code

export type GrownSchool = {
  name: string
  cityId: string
  regionId: string
  address: string
  stage: number
  schoolType: (typeof SchoolNewType.code)['regular' | 'vocational']
  cityProperty: CodeOf<typeof CityProperty>
  areaGrade: CodeOf<typeof AreaGrade>
  classesPerGrade: number
  random: Random
}

/** Kinds with how many classes a grade has, from and to, about as large as Zhejiang's schools are. */
const KINDS = {
  K: { stage: kindergarten, classes: [2, 4], first: '中心幼儿园', next: '幼儿园' },
  P: { stage: primary, classes: [3, 7], first: '中心小学', next: '小学' },
  J: { stage: juniorHigh, classes: [4, 10], first: '初级中学', next: '初级中学' },
  H: { stage: seniorHigh, classes: [8, 14], first: '', next: '高级中学' },
  V: { stage: vocationalHigh, classes: [6, 10], first: '', next: '职业高级中学' },
} as const
type Kind = keyof typeof KINDS
/** How often each kind comes in a district. */
const CYCLE = [...'PKJKPKHKPKJKPKVKPKJK'] as Kind[]

/** Schools without end, district by district; the same ones in the same order however many were taken before. */
export function* growSchools(districts: readonly District[], from: number): Generator<GrownSchool> {
  for (let number = from; districts.length > 0; number++) {
    const position = number % districts.length
    const district = districts[position] as District
    const round = Math.floor(number / districts.length)
    // Districts start at different places, so that a few schools already are of all kinds.
    yield schoolOf(district, round, position * 7, makeRandom(`school ${number}`))
  }
}

function schoolOf(district: District, round: number, offset: number, random: Random): GrownSchool {
  const kindAt = (index: number) => CYCLE[(index + offset) % CYCLE.length] as Kind
  const key = kindAt(round)
  const kind = KINDS[key]
  let before = 0
  for (let index = 0; index < round; index++) if (kindAt(index) === key) before++
  const [least, most] = kind.classes
  const town = district.towns[before % district.towns.length] ?? district.name
  return {
    name: nameOf(district, kind, before),
    cityId: district.cityId,
    regionId: district.id,
    address: `${town}文教路${1 + random.int(300)}号`,
    stage: kind.stage,
    schoolType: key === 'V' ? SchoolNewType.code.vocational : SchoolNewType.code.regular,
    cityProperty: /[镇乡]$/.test(town) ? CityProperty.code.township : CityProperty.code.urban,
    areaGrade: random.pick([good, medium, medium, poor]),
    classesPerGrade: least + random.int(most - least + 1),
    random,
  }
}

/** Kindergartens, primary and junior high schools bear the town's name, the others the district's. */
function nameOf(district: District, kind: (typeof KINDS)[Kind], before: number): string {
  if (!kind.first) {
    const place = district.name.replace(/(?<=..)(畲族自治)?[区县市]$/, '')
    return `${place}第${numeral(before + 1)}${kind.next}`
  }
  const { towns } = district
  const round = Math.floor(before / towns.length)
  return `${towns[before % towns.length]}${round === 0 ? kind.first : `第${numeral(round + 1)}${kind.next}`}`
}

const DIGITS = '零一二三四五六七八九'
function numeral(value: number): string {
  if (value >= 100) return String(value)
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  const head = tens > 1 ? DIGITS[tens] : ''
  return `${head}${tens > 0 ? '十' : ''}${ones > 0 ? DIGITS[ones] : ''}`
}
