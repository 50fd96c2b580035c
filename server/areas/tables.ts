export type AreaTables = {
  area: {
    id: string
    parentId: string | null
    name: string
    level: number
    fullName: string
    fullId: string
  }
}
