/**
 * 等效球镜 as it is shown and exported everywhere, from dioptres: with its sign and three decimals, because half of a quarter is
 * 0.125.
 */
export const equivalentText = (dioptres: number): string => `${dioptres > 0 ? '+' : ''}${dioptres.toFixed(3)}`
