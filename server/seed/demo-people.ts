import { SchoolStage, type SchoolSystem, Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { yearsOf } from '#contract/schools/grades.ts'
import type { IdNumbers } from './demo-id-numbers.ts'
import { childName, parentName } from './demo-names.ts'
import type { Random } from './demo-random.ts'

/** A student as the family's papers have it; nothing is sealed yet. */
export type DemoPerson = {
  name: string
  sex: CodeOf<typeof Sex>
  birthDate: string
  studentType: CodeOf<typeof StudentType>
  status: CodeOf<typeof StudentStatus>
  idCard: string | null
  passportNo: string | null
  studentNo: string | null
  nation: string
  nativePlace: string | null
  parentName: string
  parentPhone: string
}

/** Where in the school system somebody stands in a school year. */
export type DemoPlace = {
  stage: number
  gradeNo: number
  system: CodeOf<typeof SchoolSystem>
  schoolYear: number
  /** The city of the school, 330100. */
  cityId: string
}

const CITIES = '杭州 宁波 温州 嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水'.split(' ')
const ZHEJIANG: [string, string][] = CITIES.map((city, index) => [
  `33${String(index + 1).padStart(2, '0')}00`,
  `浙江${city}`,
])
const ELSEWHERE: [string, string][] = [
  ['341200', '安徽阜阳'],
  ['341500', '安徽六安'],
  ['341100', '安徽滁州'],
  ['361100', '江西上饶'],
  ['360400', '江西九江'],
  ['411500', '河南信阳'],
  ['411600', '河南周口'],
  ['421100', '湖北黄冈'],
  ['430500', '湖南邵阳'],
  ['520300', '贵州遵义'],
  ['522200', '贵州铜仁'],
  ['511700', '四川达州'],
  ['320900', '江苏盐城'],
  ['350900', '福建宁德'],
  ['530600', '云南昭通'],
]
const LABELS = new Map([...ZHEJIANG, ...ELSEWHERE])
/** Of those who are not Han, about as in Zhejiang: 苗 土家 布依 畲 壮 侗 回 彝 满. */
const MINORITIES = '06 06 06 15 15 09 09 22 22 08 12 03 07 11'.split(' ')

const { kindergarten, juniorHigh } = SchoolStage.code
const { mainland, nonMainland, mainlandWithoutId } = StudentType.code
const { own, other, none } = StudentStatus.code
/** Age on 1 September of the first grade, by stage. */
const ENTRY_AGES = [0, 3, 6, 12, 15, 15, 18, 18]

export function usualAge({
  stage,
  gradeNo,
  system,
}: Pick<DemoPlace, 'stage' | 'gradeNo' | 'system'>): number {
  // The five-four system takes pupils into junior high a year earlier.
  const earlier = stage === juniorHigh ? yearsOf(stage, system) - yearsOf(stage) : 0
  return (ENTRY_AGES[stage] ?? 0) + gradeNo - 1 - earlier
}

export type People = {
  make(random: Random, place: DemoPlace): DemoPerson
  /** How many passports and permits were given out. */
  documents(): number
}

export function makePeople(idNumbers: IdNumbers, documentsGiven = 0): People {
  let documents = documentsGiven
  const make = (random: Random, place: DemoPlace): DemoPerson => {
    const sex = random.chance(0.47) ? Sex.code.female : Sex.code.male
    const { surname, name } = childName(random, sex)
    const birthDate = birthDateOf(random, place)
    const kind = random.int(1000)
    const studentType = kind < 975 ? mainland : kind < 990 ? nonMainland : mainlandWithoutId
    const home = homeOf(random, place.cityId)
    const number = idNumbers(home, birthDate, sex)
    return {
      name,
      sex,
      birthDate,
      studentType,
      status: random.chance(0.01) ? random.pick([other, none]) : own,
      idCard: studentType === mainland ? number : null,
      passportNo: studentType === nonMainland ? documentNo(random, documents++) : null,
      // Kindergartens give none; without an id card there is one of the school's region.
      studentNo: place.stage === kindergarten ? null : `${studentType === mainland ? 'G' : 'J'}${number}`,
      nation: random.chance(0.975) ? '01' : random.pick(MINORITIES),
      nativePlace: studentType === nonMainland ? null : (LABELS.get(home) ?? null),
      parentName: parentName(random, surname),
      // Next to the numbers of the demo's accounts; no person has them.
      parentPhone: `199000${10_000 + random.int(90_000)}`,
    }
  }
  return { make, documents: () => documents }
}

function homeOf(random: Random, cityId: string): string {
  if (random.chance(0.7)) return cityId
  return random.pick(random.chance(0.5) ? ZHEJIANG : ELSEWHERE)[0]
}

/** Numbers of forms that are in use, from ranges that are not. */
function documentNo(random: Random, count: number): string {
  return random.pick(['H9', 'M9', 'ZZ']) + String(count).padStart(7, '0')
}

/** Born in the year that ends on 31 August before the grade starts; a few are a year older. */
function birthDateOf(random: Random, place: DemoPlace): string {
  const age = usualAge(place) + (random.chance(0.03) ? 1 : 0)
  return dayAfter(place.schoolYear - age - 1, random.int(365))
}

const DAY_MS = 86_400_000
const days = new Map<number, string>()

/** A number of days after 1 September of a year. */
export function dayAfter(year: number, count: number): string {
  const day = Date.UTC(year, 8, 1) / DAY_MS + count
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10)
    days.set(day, text)
  }
  return text
}

/** How many days a day is after 1 September of a year. */
export const daysSince = (year: number, day: string): number =>
  (Date.parse(day) - Date.UTC(year, 8, 1)) / DAY_MS
