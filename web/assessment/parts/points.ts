/** 7.5 分 */
export const pointsText = (points: number | null): string => (points === null ? '—' : `${points} 分`)
