/** The permissions that let somebody export anything; apart, because the console asks for them before any screen opens. */
export const EXPORTERS = [
  'exportStudents',
  'exportSchools',
  'exportHistory',
  'exportResults',
  'exportReturn',
  'exportHealth',
  'exportWarnings',
  'exportAudit',
  'printLetters',
] as const
