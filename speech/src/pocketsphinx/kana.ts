// cspell:ignore ohno aiueoy kstpgdbc -- a name, and letters of syllables
/**
 * Japanese kana as phones of the CMU set, so that a model of English decides between the words of a small closed grammar. Each kana is
 * one or two phones. Sounds that English does not have get the nearest ones.
 */
const VOWELS: Readonly<Record<string, string>> = { a: 'AA', i: 'IY', u: 'UW', e: 'EH', o: 'OW' }
const CONSONANTS: Readonly<Record<string, string>> = {
  k: 'K',
  s: 'S',
  sh: 'SH',
  t: 'T',
  ch: 'CH',
  ts: 'T S',
  n: 'N',
  h: 'HH',
  f: 'F',
  m: 'M',
  y: 'Y',
  w: 'W',
  g: 'G',
  z: 'Z',
  j: 'JH',
  d: 'D',
  b: 'B',
  p: 'P',
  v: 'B',
}

/** Kana and their syllables in Hepburn's spelling. */
const ROWS: readonly (readonly [kana: string, syllables: string])[] = [
  ['アイウエオ', 'a i u e o'],
  ['カキクケコ', 'ka ki ku ke ko'],
  ['サシスセソ', 'sa shi su se so'],
  ['タチツテト', 'ta chi tsu te to'],
  ['ナニヌネノ', 'na ni nu ne no'],
  ['ハヒフヘホ', 'ha hi fu he ho'],
  ['マミムメモ', 'ma mi mu me mo'],
  ['ヤユヨ', 'ya yu yo'],
  ['ラリルレロ', 'ra ri ru re ro'],
  ['ワヲ', 'wa o'],
  ['ガギグゲゴ', 'ga gi gu ge go'],
  ['ザジズゼゾ', 'za ji zu ze zo'],
  ['ダヂヅデド', 'da ji zu de do'],
  ['バビブベボ', 'ba bi bu be bo'],
  ['パピプペポ', 'pa pi pu pe po'],
  ['ヴ', 'vu'],
]
const SYLLABLES = new Map(
  ROWS.flatMap(([kana, syllables]) => syllables.split(' ').map((syllable, index) => [kana[index] ?? '', syllable] as const)),
)
const SMALL: Readonly<Record<string, string>> = {
  ァ: 'a',
  ィ: 'i',
  ゥ: 'u',
  ェ: 'e',
  ォ: 'o',
  ャ: 'ya',
  ュ: 'yu',
  ョ: 'yo',
}
/** The katakana of each syllable in Hepburn's spelling, with those of a glide: シャ of sha. */
const KANA_OF = new Map(
  // The first kana of a syllable is the usual one: オ before ヲ, ジ before ヂ.
  [...SYLLABLES].toReversed().flatMap(([kana, syllable]): [string, string][] => {
    if (!syllable.endsWith('i') || syllable.length === 1) return [[syllable, kana]]
    const consonant = syllable.slice(0, -1)
    const start = ['sh', 'ch', 'j'].includes(consonant) ? consonant : `${consonant}y`
    return [
      [syllable, kana],
      [`${start}a`, `${kana}ャ`],
      [`${start}u`, `${kana}ュ`],
      [`${start}o`, `${kana}ョ`],
    ]
  }),
)
const VOICELESS = new Set(['k', 's', 'sh', 't', 'ch', 'ts', 'h', 'f', 'p'])
const PALATAL = new Set(['sh', 'ch', 'j'])
const VARIANTS_MAX = 12

interface Mora {
  readonly consonant: string
  readonly hasGlide: boolean
  readonly vowel: string
}
/** `n`: the nasal ン. `pause`: the doubled consonant ッ. */
type Sound = Mora | 'n' | 'pause'

const toKatakana = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))

/** Whether a text has only hiragana and katakana. */
export const isKana = (text: string): boolean => /^[ァ-ヺー\s・]+$/.test(toKatakana(text))

/**
 * Reads Japanese in Latin letters (Hepburn's spelling, with long vowels written or not), such as `shinichi` and `jun`.
 * @param letters - lower case
 * @returns katakana; null for any other word
 */
export function kanaOfRomaji(letters: string): string | null {
  let kana = ''
  for (let from = 0; from < letters.length;) {
    const rest = letters.slice(from)
    const length = [3, 2, 1].find((each) => each <= rest.length && KANA_OF.has(rest.slice(0, each)))
    // ん before another consonant or at the end, ん as m, and っ as a doubled consonant.
    const isNasal = /^n(?![aiueoy])|^m(?=[bp])/.test(rest)
    const isDoubled = /^([kstpgdbc])\1|^tc/.test(rest)
    // The h of a long o: Ohno.
    const isLong = /^h(?![aiueoy])/.test(rest) && letters[from - 1] === 'o'
    if (length === undefined && !isNasal && !isDoubled && !isLong) return null
    kana += length === undefined ? (isNasal ? 'ン' : isLong ? 'ー' : 'ッ') : KANA_OF.get(rest.slice(0, length))
    from += length ?? 1
  }
  return kana === '' ? null : kana
}

function soundsOf(text: string): Sound[] {
  const sounds: Sound[] = []
  for (const kana of toKatakana(text)) {
    const previous = sounds.at(-1)
    const syllable = SYLLABLES.get(kana)
    const small = SMALL[kana]
    if (syllable !== undefined) sounds.push({ consonant: syllable.slice(0, -1), hasGlide: false, vowel: syllable.slice(-1) })
    else if (kana === 'ン') sounds.push('n')
    else if (kana === 'ッ') sounds.push('pause')
    else if (small !== undefined && typeof previous === 'object') {
      // キャ has the glide y; シャ, チャ and ジャ have it in their consonant; ファ and ティ change the vowel.
      const hasGlide = small.length === 2 && !PALATAL.has(previous.consonant)
      sounds[sounds.length - 1] = { consonant: previous.consonant, hasGlide, vowel: small.slice(-1) }
    }
  }
  return sounds
}

const isVoiceless = (sound: Sound | undefined): boolean => typeof sound === 'object' && VOICELESS.has(sound.consonant)

/** Whether the vowel of i or u may be silent: between voiceless consonants, and u at the end. */
function isDevoiced(mora: Mora, next: Sound | undefined): boolean {
  if ((mora.vowel !== 'i' && mora.vowel !== 'u') || mora.hasGlide || !isVoiceless(mora)) return false
  return isVoiceless(next) || next === 'pause' || (next === undefined && mora.vowel === 'u')
}

/** Whether a vowel only lengthens the one before, as in おう, えい and ああ. */
function isLengthening({ consonant, vowel }: Mora, previous: Sound | undefined): boolean {
  if (consonant !== '' || typeof previous !== 'object') return false
  const pair = previous.vowel + vowel
  return previous.vowel === vowel || pair === 'ou' || pair === 'ei'
}

function nasalBefore(next: Sound | undefined): string {
  const consonant = typeof next === 'object' ? next.consonant : ''
  if (['b', 'p', 'm'].includes(consonant)) return 'M'
  return ['k', 'g', ''].includes(consonant) ? 'NG' : 'N'
}

interface Variant {
  /** The Japanese r is between the English R, L and D. */
  readonly r: string
  readonly o: string
  readonly devoices: boolean
}

function phonesOf(sounds: readonly Sound[], { r, o, devoices }: Variant): string {
  const phones: string[] = []
  for (const [index, sound] of sounds.entries()) {
    const next = sounds[index + 1]
    if (sound === 'pause') continue
    if (sound === 'n') {
      phones.push(nasalBefore(next))
      continue
    }
    if (sound.consonant !== '') phones.push(sound.consonant === 'r' ? r : (CONSONANTS[sound.consonant] ?? ''))
    if (sound.hasGlide) phones.push('Y')
    const isSilent = (devoices && isDevoiced(sound, next)) || isLengthening(sound, sounds[index - 1])
    if (!isSilent) phones.push(sound.vowel === 'o' ? o : (VOWELS[sound.vowel] ?? ''))
  }
  return phones.join(' ')
}

/** @returns the pronunciations of kana, the likeliest first */
export function kanaPhones(text: string): string[] {
  const sounds = soundsOf(text)
  const variants = ['OW', 'AO'].flatMap((o) =>
    ['R', 'L', 'D'].flatMap((r) => [true, false].map((devoices) => phonesOf(sounds, { r, o, devoices }))),
  )
  return [...new Set(variants)].slice(0, VARIANTS_MAX)
}
