import { formatDate } from '#web/core/format.ts'

/** The day in Shanghai, YYYY-MM-DD. */
export const today = (): string => formatDate(new Date())
