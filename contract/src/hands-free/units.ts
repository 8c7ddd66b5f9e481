import type { CommandLanguage } from './phrases.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { toHiragana } from '../text/kana.ts'
import { commonKanji } from '../text/kanji-variants.ts'

/** The smallest part of a text that commands are compared by: a word of English, a character of Japanese. */
export interface Unit {
  readonly text: string
  /** The same for texts that sound alike: さとう and さとお. */
  readonly sound: string
  /** The index of the unit in the original text. */
  readonly start: number
}

/** Returns whether two units have the same text or the same sound. */
export const isSameUnit = (a: Unit | undefined, b: Unit | undefined): boolean =>
  a !== undefined && b !== undefined && (a.text === b.text || a.sound === b.sound)

/** Splits a text into units. Case, width, punctuation, katakana and hiragana make no difference. */
export const unitsOf = (text: string, language: CommandLanguage): Unit[] =>
  language === 'ja' ? charactersOf(text) : wordsOf(text)

const NOT_A_LETTER = /[^\p{L}\p{N}]/gu

/** The text without case, accents, width and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(NOT_A_LETTER, '')

function wordsOf(text: string): Unit[] {
  return [...text.matchAll(/\S+/g)].flatMap((match) => {
    const word = plain(match[0])
    return word === '' ? [] : [{ text: word, sound: word, start: match.index }]
  })
}

const VOWELS: readonly (readonly [kana: string, vowel: string])[] = [
  ['あかさたなはまやらわがざだばぱぁゃ', 'あ'],
  ['いきしちにひみりぎじぢびぴぃ', 'い'],
  ['うくすつぬふむゆるぐずづぶぷぅゅゔ', 'う'],
  ['えけせてねへめれげぜでべぺぇ', 'え'],
  ['おこそとのほもよろをごぞどぼぽぉょ', 'お'],
]
const vowelOf = (kana: string): string => VOWELS.find(([all]) => all.includes(kana))?.[1] ?? ''
const SAME_SOUND: Readonly<Record<string, string>> = { を: 'お', づ: 'ず', ぢ: 'じ', ゔ: 'ぶ', ヶ: 'か', ゖ: 'か' }

function soundOf(character: string, previous: string): string {
  const vowel = vowelOf(previous)
  if (character === 'ー' && vowel !== '') return vowel
  if (character === 'う' && vowel === 'お') return 'お'
  if (character === 'い' && vowel === 'え') return 'え'
  return SAME_SOUND[character] ?? character
}

function charactersOf(text: string): Unit[] {
  const units: Unit[] = []
  let start = 0
  for (const grapheme of graphemesOf(text)) {
    const characters = toHiragana(grapheme.normalize('NFKC').toLowerCase()).replaceAll(/[^\p{L}\p{N}ー]/gu, '')
    for (const character of characters) {
      const common = commonKanji(character)
      units.push({ text: common, sound: soundOf(common, units.at(-1)?.sound ?? ''), start })
    }
    start += grapheme.length
  }
  return units
}

/**
 * A key that English names with the same sound share: Sara and Sarah, Jon and John. Vowels count only by their position.
 * @returns '' for a text without Latin letters
 */
export function soundKey(text: string): string {
  const letters = plain(text)
  if (!/^[a-z]+$/.test(letters)) return ''
  return letters
    .replaceAll(/ph/g, 'f')
    .replaceAll(/^kn|^gn/g, 'n')
    .replaceAll(/^wr/g, 'r')
    .replaceAll(/gh(?=t|$)/g, '')
    .replaceAll(/th/g, 't')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/ck|[cq]/g, 'k')
    .replaceAll(/x/g, 'ks')
    .replaceAll(/z/g, 's')
    .replaceAll(/(?<=.)h/g, '')
    .replaceAll(/(?<=[^aeiouy])e$/g, '')
    .replaceAll(/[aeiouy]+/g, 'a')
    .replaceAll(/(.)\1+/g, '$1')
}
