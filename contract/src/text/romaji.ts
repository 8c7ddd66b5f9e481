// cspell:ignore aiueo aiueoy aeiouyjgs kstnhmyrwgzdbp kstnhmyrgzdbp Satō Satoh -- letters of syllables, and names
import { toHiragana } from './kana.ts'

/** Hiragana and their syllables in Latin letters, with one spelling for each sound: si for し, tu for つ, hu for ふ. */
const ROWS: readonly (readonly [kana: string, syllables: string])[] = [
  ['あいうえお', 'a i u e o'],
  ['かきくけこ', 'ka ki ku ke ko'],
  ['さしすせそ', 'sa si su se so'],
  ['たちつてと', 'ta ti tu te to'],
  ['なにぬねの', 'na ni nu ne no'],
  ['はひふへほ', 'ha hi hu he ho'],
  ['まみむめも', 'ma mi mu me mo'],
  ['やゆよ', 'ya yu yo'],
  ['らりるれろ', 'ra ri ru re ro'],
  ['わをん', 'wa o n'],
  ['がぎぐげご', 'ga gi gu ge go'],
  ['ざじずぜぞ', 'za zi zu ze zo'],
  ['だぢづでど', 'da zi zu de do'],
  ['ばびぶべぼ', 'ba bi bu be bo'],
  ['ぱぴぷぺぽ', 'pa pi pu pe po'],
  ['ゔ', 'bu'],
]
const SYLLABLES = new Map(
  ROWS.flatMap(([kana, syllables]) => syllables.split(' ').map((syllable, index) => [kana[index] ?? '', syllable] as const)),
)
/** Small kana replace the vowel of the kana before: しゃ is sya, ふぁ is ha, てぃ is ti. */
const SMALL: Readonly<Record<string, string>> = {
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
  ゃ: 'ya',
  ゅ: 'yu',
  ょ: 'yo',
}

const KANA = /^[\u3041-\u3096ー・\s]+$/

/** Returns kana in Latin letters with one spelling for each sound; null for any other text. */
function lettersOfKana(text: string): string | null {
  const kana = toHiragana(text.normalize('NFKC'))
  if (!KANA.test(kana)) return null
  let letters = ''
  for (const each of kana) {
    const small = SMALL[each]
    if (small !== undefined) letters = letters.replace(/[aiueo]$/, '') + small
    else if (each === 'ー') letters += letters.at(-1) ?? ''
    else letters += SYLLABLES.get(each) ?? '' // っ doubles a consonant, which makes no difference
  }
  return letters
}

/** Returns the letters of a text in Latin script without case, accents and punctuation; null for any other text. */
function lettersOfLatin(text: string): string | null {
  const letters = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\s\p{P}]/gu, '')
    .toLowerCase()
  return /^[a-z]+$/.test(letters) ? letters : null
}

/** The spellings of Hepburn and of English, as the one spelling of {@link ROWS}. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/tch/g, 'ch'],
  [/sh/g, 'sy'],
  [/ch/g, 'ty'],
  [/ts/g, 't'],
  [/ph|f/g, 'h'],
  [/j/g, 'zy'],
  [/([stz])y(?=[ie])/g, '$1'],
  [/l/g, 'r'],
  [/v/g, 'b'],
  [/m(?=[bp])/g, 'n'],
  [/oh(?![aiueoy])/g, 'o'],
  [/y$/g, 'i'],
  [/ou/g, 'o'],
  [/(.)\1+/g, '$1'],
]

/**
 * Returns a key that a name has in kana and in Latin letters: はるか and Haruka, さとう, Satō and Satoh, エマ and Emma.
 * @returns '' for a name with kanji
 */
export function romajiKey(text: string): string {
  const letters = lettersOfKana(text) ?? lettersOfLatin(text)
  return letters === null ? '' : SPELLINGS.reduce((key, [spelling, common]) => key.replaceAll(spelling, common), letters)
}

/** Spellings of English by their sound, in the letters of {@link romajiKey}. */
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/ck|ch(?=[aou]?el|r)/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/th/g, 's'],
  [/(?<=[^aeiouy])e$/g, ''],
  [/(?<=[aeiouyjgs])h(?![aeiouy])|(?<=j)h/g, ''],
]

/**
 * Returns a key that a foreign name in katakana mostly shares with its Latin spelling: ダニエル and Daniel, ロバート and
 * Robert. Vowels count only by their position. It is less certain than {@link romajiKey}.
 * @returns '' for a name with kanji
 */
export function foreignKey(text: string): string {
  const latin = lettersOfLatin(text)
  const spelled = latin && ENGLISH.reduce((key, [spelling, common]) => key.replaceAll(spelling, common), latin)
  return romajiKey(spelled ?? text)
    .replaceAll(/(?<=[kstnhmyrgzdbp])u(?![aiueo])/g, '') // the vowel that Japanese adds after a consonant
    .replaceAll(/(?<=[td])o(?![aiueo])/g, '')
    .replaceAll(/(?<=[aiueoy])r(?=[^aiueoy])/g, '') // the r that only lengthens a vowel
    .replaceAll('z', 's')
    .replaceAll(/[aiueoy]+/g, 'a')
    .replaceAll(/(.)\1+/g, '$1')
}
