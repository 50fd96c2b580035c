const GUESSED_FIRST = 3_000
const WORD_MIN = 4
/** Guessed first where this product is used, and missing from the published list, which was gathered elsewhere. */
const LOCAL =
  'woaini woaini1314 qwer abcd abc1234 aa123456 admin123 test1234 demo huawei xiaomi beijing zhejiang hangzhou hospital'

let common: Promise<ReadonlySet<string>> | undefined

/** Whether this is one of the passwords that are tried first, or one of them with a tail or a disguise. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon()
  const known = await common
  return readingsOf(password.toLowerCase()).some((reading) => known.has(reading))
}

async function loadCommon(): Promise<ReadonlySet<string>> {
  // The list unpacks itself when it is loaded, which only the strict policy needs.
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'].slice(0, GUESSED_FIRST), ...LOCAL.split(' ')])
}

/** As typed, without its signs, and the words behind it: Password1! and 1P@ssw0rd → password, 1qaz@WSX → qazwsx. */
function readingsOf(lower: string): string[] {
  const headed = lower.replace(/[^a-z]+$/, '')
  const core = headed.replace(/^[^a-z]+/, '')
  const words = [core, ...[lower, spelled(headed), spelled(core)].map((text) => text.replace(/[^a-z]/g, ''))]
  return [lower, lower.replace(/[^a-z0-9]/g, ''), ...words.filter((word) => word.length >= WORD_MIN)]
}

/** Signs read as the letters they stand for. */
function spelled(text: string): string {
  return text
    .replace(/@/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[1!]/g, 'i')
    .replace(/[$5]/g, 's')
    .replace(/3/g, 'e')
}
