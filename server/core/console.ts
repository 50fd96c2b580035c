/** The terminal from which the product was started. */
export const say = (line: string): void => console.log(line)
export const sayError = (line: string): void => console.error(`启动失败：${line}`)
/** Set apart, so that it is not overlooked among what else a start says. */
export const sayWarning = (line: string): void => console.error(`\n*** 警告：${line} ***`)
