import type { AreaNode } from '#contract/areas/schemas.ts'

/** Where the sample organisations stand. */
export const DISTRICT = { provinceId: '330000', cityId: '330100', regionId: '330106' } as const
export const DISTRICT_NAME = '浙江省-杭州市-西湖区'

/** A country of one province with two cities. */
export const AREA_TREE: AreaNode[] = [
  {
    id: '330000',
    name: '浙江省',
    level: 1,
    leaf: false,
    children: [
      {
        id: '330100',
        name: '杭州市',
        level: 2,
        leaf: false,
        children: [
          { id: '330106', name: '西湖区', level: 3, leaf: true },
          { id: '330108', name: '滨江区', level: 3, leaf: true },
        ],
      },
      {
        id: '330200',
        name: '宁波市',
        level: 2,
        leaf: false,
        children: [{ id: '330203', name: '海曙区', level: 3, leaf: true }],
      },
    ],
  },
]
