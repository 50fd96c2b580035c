/** Rules of the server that are pure like the contract: no database, no clock, no files. Their tests need no server. */
export const PURE_FOLDERS = [
  'server/reports/lines',
  'server/reports/sentences',
  'server/imports/row-rules',
  'server/overview/shapes',
]
