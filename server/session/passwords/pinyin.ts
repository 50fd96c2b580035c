const INITIALS_MIN = 4

/** A name as it is typed: whole (xihuxiaoxue), and its initials (xhxx) where there are enough to tell it by. */
export async function pinyinOf(name: string): Promise<string[]> {
  // A dictionary of half a megabyte that only the strict policy needs.
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(name, { toneType: 'none', type: 'array', v: true })
    .map((syllable) => syllable.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .filter(Boolean)
  const initials = syllables.map((syllable) => syllable[0]).join('')
  const tellsEnough = initials.replace(/[^a-z]/g, '').length >= INITIALS_MIN
  return [syllables.join(''), ...(tellsEnough ? [initials] : [])]
}
