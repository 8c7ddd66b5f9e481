import type { Language } from '@noroshi/contract/i18n'
import { READ_ALOUD_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { SPOKEN_PART_MAX, SPOKEN_PARTS_MAX, type SpokenPart } from '@noroshi/contract/speech/speech-service'
import type { speechMessages } from '@noroshi/contract/speech/speech.messages'
import { cutText } from '@noroshi/contract/text/graphemes'
import { textIn } from '@noroshi/contract/texts'
import { EMOJI_WORDS } from './emoji-words.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu
const LATIN_WORD = /\p{Script=Latin}+/gu
const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns the language of a text by its letters. null: it has none of either language, such as a number. */
function languageOf(text: string): Language | null {
  const [japanese, latin] = [countOf(text, JAPANESE), countOf(text, LATIN_WORD)]
  if (japanese + latin === 0) return null
  return japanese >= latin ? 'ja' : 'en'
}

const EMOJI =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*|\p{Regional_Indicator}{2}/gu
const withoutVariants = (emoji: string) => emoji.replaceAll(/[\p{Emoji_Modifier}\uFE0F]/gu, '')

/** Replaces emoji that have a meaning by words, each once in a row, and removes the others. */
function replaceEmoji(text: string, language: Language): string {
  let last = ''
  let end = -1
  return text.replaceAll(EMOJI, (emoji, offset: number) => {
    const words = EMOJI_WORDS[withoutVariants(emoji)]?.[language === 'ja' ? 'ja' : 'en'] ?? ''
    const isRepeated = words === last && offset === end
    last = words
    end = offset + emoji.length
    return words === '' || isRepeated ? ' ' : ` ${words}, `
  })
}

/** A URL ends before Japanese text, which is spoken. */
const URL_PATTERN =
  /\b(?:https?:\/\/|www\.)[^\s<>"'」）)\u3000-\u303f\uff00-\uffef\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]+/giu
const EMAIL_PATTERN = /[\w.+-]+@[\w-]+\.[\w.-]+/gu
/** A telephone number or another long number: digits with single separators. */
const LONG_NUMBER = /\+?\d(?:[ -]?\d){6,}/gu

function hostOf(url: string): string {
  const parsed = URL.parse(url.startsWith('www.') ? `https://${url}` : url)
  return (parsed?.hostname ?? '').replace(/^www\./, '')
}

const wordsOf = (key: keyof typeof speechMessages, language: Language, params: Record<string, string> = {}) =>
  textIn(language, key, params)

/** Removes the signs of Markdown, which are not read. Links keep their text. */
const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]\n]*)\]\(([^)\s]+)\)/g, '$1 $2')
    .replaceAll(/^[ \t]*(?:#{1,6}|>+|[-*+•]|\d+\.)[ \t]+/gm, '')
    .replaceAll(/^[ \t]*[-*_=]{3,}[ \t]*$/gm, '')
    .replaceAll(/(\*\*|~~|`+|\*)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}])(__?)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll('```', '')

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/(\d) ?km\b/g, '$1 kilometres'],
  [/(\d) ?cm\b/g, '$1 centimetres'],
  [/(\d) ?m\b/g, '$1 metres'],
  [/(\d) ?kg\b/g, '$1 kilograms'],
]

/** Writes English as the voice reads it: it knows ASCII only. */
const asEnglish = (text: string): string =>
  UNITS.reduce((all, [pattern, words]) => all.replaceAll(pattern, words), text)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[^\x20-\x7E]/g, ' ')

/** Writes Japanese as the voice reads it. */
const asJapanese = (text: string): string =>
  text
    .replaceAll(/[（(]笑[)）]/g, '、笑い。')
    .replaceAll(/(?<=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}。！？!?])[wｗ]+(?![a-z])/giu, '、笑い。')

/** Replaces what cannot be read, in one sentence of a language. */
function readableSentence(text: string, language: Language): string {
  const plain = replaceEmoji(text, language)
    .replaceAll(URL_PATTERN, (url) => wordsOf('speech.link', language, { host: hostOf(url) }))
    .replaceAll(EMAIL_PATTERN, wordsOf('speech.email', language))
    .replaceAll(LONG_NUMBER, (number) => number.replaceAll(/[ -]/g, ', ').replaceAll(/\d(?=\d)/g, '$& '))
  const written = language === 'ja' ? asJapanese(plain) : asEnglish(plain)
  return written
    .replaceAll(/([!?！？。、.,-])\1+/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[,、]? ?(?=[.!?。！？])/g, '')
    .replaceAll(/^[\s,、]+|[\s,、]+$/g, '')
}

/** Invisible characters, such as those that change the direction of text. */
const INVISIBLE = /\u20E3|[\p{Cc}\u00AD\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu
const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Characters of a message that are looked at. Further ones cannot be read within READ_ALOUD_MAX, except after long markup. */
const LOOKED_AT_MAX = 4 * READ_ALOUD_MAX

/** Cuts a text at its last end of a sentence or word. */
function cutToSpeak(text: string): { text: string; isCut: boolean } {
  if (text.length <= READ_ALOUD_MAX) return { text, isCut: false }
  const begin = cutText(text, READ_ALOUD_MAX)
  const ends = [/^[\s\S]*(?:[.!?](?=\s)|[。！？\n])/, /^[\s\S]*\s/].map((pattern) => pattern.exec(begin)?.[0] ?? '')
  return { text: ends.find((end) => end.length > READ_ALOUD_MAX / 2) ?? begin, isCut: true }
}

/** Returns the pause after a line without a punctuation mark at its end. */
const pauseIn = (language: Language) => (language === 'ja' ? '、' : ', ')

/** Splits a text into sentences. A dot within a word or a number ends none. */
const sentencesOf = (text: string): string[] => text.split(/\n+|(?<=[。！？])|(?<=[.!?])\s+/u)

/**
 * Returns a text as the voices read it: each sentence in its language, links and emoji as words, no markup. Sentences without
 * letters are read in the language of the sentence before.
 * @param fallback the language of a text without letters
 */
export function spokenText(text: string, fallback: Language = 'en'): SpokenPart[] {
  const cut = cutToSpeak(
    withoutMarkup(
      text
        .slice(0, LOOKED_AT_MAX)
        .replaceAll(/[^\S\n]+/g, ' ')
        .replaceAll(INVISIBLE, (sign) => (sign === '\n' ? '\n' : '')),
    ),
  )
  const parts: SpokenPart[] = []
  let language = languageOf(cut.text.replaceAll(URL_PATTERN, '')) ?? fallback
  const add = (sentence: string) => {
    const last = parts.at(-1)
    if (last?.language === language && last.text.length + sentence.length < READ_ALOUD_MAX)
      last.text += `${/[\p{L}\p{N}]$/u.test(last.text) ? pauseIn(language) : ' '}${sentence}`
    else parts.push({ language, text: sentence })
  }
  for (const sentence of sentencesOf(cut.text)) {
    language = languageOf(sentence.replaceAll(URL_PATTERN, '')) ?? language
    const readable = readableSentence(sentence, language)
    if (isSpeakable(readable)) add(cutText(readable, SPOKEN_PART_MAX)) // numbers and emoji become longer
  }
  if (cut.isCut) add(wordsOf('speech.more', language))
  return parts.slice(0, SPOKEN_PARTS_MAX - 1)
}

/** Returns the name of a sender in the language of its letters. Japanese names have the family name first. */
function spokenName({ sender: { firstName, lastName, fullName } }: Message): SpokenPart {
  const isJapanese = languageOf(firstName + lastName) === 'ja'
  const [name] = spokenText(isJapanese ? `${lastName}${firstName}さん` : fullName)
  return name ?? { language: 'en', text: 'Anonymous' }
}

/** The kind of the first file of a message, or its location. */
function sentKey({ messageMedias: [media], latitude }: Message): keyof typeof speechMessages {
  if (!media && latitude !== null) return 'speech.sent.location'
  if (media?.type.startsWith('image/')) return 'speech.sent.photo'
  if (media?.type.startsWith('video/')) return 'speech.sent.video'
  return media?.type.startsWith('audio/') ? 'speech.sent.voice' : 'speech.sent.file'
}

/** Returns a message as the voices read it: the name of the sender, then the text, or what was sent. */
export function spokenMessage(message: Message): SpokenPart[] {
  const name = spokenName(message)
  const options = message.poll?.options.map(({ text }) => text) ?? []
  const body = spokenText([message.text, ...options].join('\n'), name.language)
  if (body.length > 0) return [name, ...body]
  const key = message.text === '' ? sentKey(message) : 'speech.emoji'
  return [name, { language: name.language, text: wordsOf(key, name.language) }]
}
