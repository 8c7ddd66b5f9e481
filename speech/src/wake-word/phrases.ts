// cspell:disable -- spellings of the wake word in many languages

import { readFileSync } from 'node:fs'
import type { Random } from './random.ts'

/** The languages in which voices speak. The others than `en` and `ja` speak the wake word in their spelling. */
export type VoiceLanguage = 'en' | 'ja' | 'cs' | 'it' | 'de' | 'es' | 'nl' | 'pl' | 'fi' | 'tr' | 'pt'

/** Spellings of the wake word. */
export const PHRASES: Record<VoiceLanguage, readonly string[]> = {
  en: ['hey noroshi', 'hey, noroshi', 'hey nor oh she', 'hay no roh she', 'hey noroshi!'],
  ja: ['ヘイ、のろし', 'ヘイのろし', 'へいのろし'],
  cs: ['hej noroši', 'hej, noroši'],
  it: ['ei norosci', 'hei, norosci'],
  de: ['hej noroschi', 'hey, noroschi'],
  es: ['jei noroshi', 'ei, noroshi'],
  nl: ['hee norosji', 'hee, norosji'],
  pl: ['hej noroszi', 'hej, noroszi'],
  fi: ['hei noroshi', 'hei, noroshi'],
  tr: ['hey noroşi', 'hey, noroşi'],
  pt: ['rei norochi', 'hei, norochi'],
}

/** Texts that sound similar to the wake word or to a part of it. */
export const NEAR_PHRASES: Record<'en' | 'ja', readonly string[]> = {
  en: [
    'hey',
    'noroshi',
    'hey Nora',
    'hey there',
    'hey you',
    'hey Norway',
    'hey Nori',
    'hey Roshi',
    'hey Siri',
    'hey Google',
    'hey no rush',
    'hey Marie',
    'hey Natasha',
    'hey Nicole, she said',
    'no rush',
    'they know she is here',
    'the north she said',
    'day or night she calls',
    'he knows she left',
    'a glossy photo',
    'a nervous sheep',
    'Hiroshi',
    'hey Hiroshi',
    'hey Takashi',
    'noroshi is ready',
    'they wrote a memo',
    'may Norma see',
    'say no to sushi',
    'hay and oats',
    'hey, no one she knows',
    'open noroshi',
    'normal machine',
    'no receipt',
    'the door is shut',
    'okay, more rice',
    'hey Lucy',
    'hey Josie',
    'hello Noroshi',
  ],
  ja: [
    'ヘイ',
    'のろし',
    '狼煙',
    'のろしを上げる',
    'へいのりこ',
    'ヘイ、のり',
    'ねえ、のりこ',
    'ねえ、ひろし',
    'ヘイ、ひろし',
    'ヘイ、よろし',
    'へい、およし',
    '平気です',
    '平均の差',
    '乗り越し',
    'のろのろし',
    'よろしく',
    'よろしいですか',
    '塀の外',
    '兵の森',
    'おのおの次第',
    'ノルウェー',
    'のどし',
    'めいのろし',
    'ていのろうし',
    '警報が出ました',
    '閉店のお知らせ',
    '縫い物をします',
    '名古屋市',
    'お願いします',
    '佐藤さんに電話',
  ],
}

/** English words with their pronunciations; it comes with Debian's pocketsphinx-en-us. */
const DICTIONARY = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict'
const MORAE = (
  'あ い う え お か き く け こ さ し す せ そ た ち つ て と な に ぬ ね の は ひ ふ へ ほ ま み む め も や ゆ よ ら り る れ ろ わ ' +
  'が ぎ ぐ げ ご ざ じ ず ぜ ぞ だ で ど ば び ぶ べ ぼ きゃ しゃ しゅ しょ ちょ りょ ん ん っと おう えい'
).split(' ')

let words: string[] | null = null

/** @returns a random text: English words, or Japanese morae with the pauses of sentences */
export function createText(language: 'en' | 'ja', random: Random): string {
  words ??= readFileSync(DICTIONARY, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((word) => /^[a-z]{2,}$/.test(word))
  const from = language === 'en' ? words : MORAE
  const count = language === 'en' ? 11 : 32
  return Array.from({ length: count }, (_, index) => random.pick(from) + (language === 'ja' && index % 9 === 8 ? '、' : '')).join(
    language === 'en' ? ' ' : '',
  )
}
