/** The terminal from which the product was started. */
export const say = (line: string): void => console.log(line)
export const sayError = (line: string): void => console.error(`启动失败：${line}`)
