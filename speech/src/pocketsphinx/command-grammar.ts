import type { SpeechGrammar } from '@noroshi/contract/speech/speech-service'
import { pronounce } from './pronunciation.ts'

/** The phones of the acoustic model. */
const PHONES = 'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')
const OTHER = 'ph_'
/** Max pronunciations of one name. */
const PRONUNCIATIONS_MAX = 48
/** Max pronunciations of one form of a name. */
const FORM_PRONUNCIATIONS_MAX = 4

/** Silence, noise, and the empty transitions of a grammar. */
const isNoWord = (word: string): boolean => /^[<[(]/.test(word)

/** Whether a decoded word is not a word of a command. */
export const isOther = (word: string): boolean => word.startsWith(OTHER) || isNoWord(word)

const hasKnownPhones = (pronunciation: string): boolean => pronunciation.split(' ').every((phone) => PHONES.includes(phone))

/** A phrase of the grammar that was spoken. */
interface SpokenCommand {
  /** The text of the phrase, with `{name}` and `{body}`. */
  readonly template: string
  /** The text of the name; '' for a phrase without one. */
  readonly name: string
}

/** Whether free text may follow the command. */
export const hasBody = ({ template }: SpokenCommand): boolean => template.includes('{body}')

/** @param body - the free text; '' where there is none */
export const textOfCommand = ({ template, name }: SpokenCommand, body: string): string =>
  template.replaceAll(/([、\s]*)\{body\}|\{name\}/g, (match: string, gap: string) =>
    match === '{name}' ? name : body === '' ? '' : gap + body,
  )

export interface CompiledGrammar {
  readonly jsgf: string
  /** The pronunciations of each word of the grammar. */
  readonly words: ReadonlyMap<string, readonly string[]>
  /** @returns null if the words are not a phrase */
  commandOf(words: readonly string[]): SpokenCommand | null
  /** @param raw - words with the numbers of their pronunciations. @returns the phones of the words that belong to the command */
  phonesOf(raw: readonly string[]): string[]
}

/**
 * Compiles a list of commands for PocketSphinx. Each phrase is one word of the grammar, or one word before and after the name, and
 * each name is one word. A loop of single phones competes with the phrases and wins for any other speech.
 */
export async function compileGrammar({ phrases, names, endings }: SpeechGrammar): Promise<CompiledGrammar> {
  const words = new Map<string, readonly string[]>(PHONES.map((phone) => [OTHER + phone.toLowerCase(), [phone]]))
  const nameTexts = new Map<string, string>()
  for (const [index, { text, spoken }] of names.entries()) {
    const forms = spoken.flatMap((form) => [form, ...endings.map((ending) => `${form} ${ending}`)])
    const pronunciations = (await Promise.all(forms.map(pronounce))).flatMap((each) => each.slice(0, FORM_PRONUNCIATIONS_MAX))
    // The library refuses the whole grammar for one phone that the model does not have.
    const known = [...new Set(pronunciations)].filter(hasKnownPhones)
    if (known.length === 0) continue
    words.set(`n_${index}`, known.slice(0, PRONUNCIATIONS_MAX))
    nameTexts.set(`n_${index}`, text)
  }
  const partWords = new Map<string, string>()
  /** @returns '' for a part that cannot be pronounced */
  const wordOf = async (part: string): Promise<string> => {
    const pronunciations = (await pronounce(part)).filter(hasKnownPhones)
    if (pronunciations.length === 0) return ''
    const word = partWords.get(part) ?? `w_${partWords.size}`
    partWords.set(part, word)
    words.set(word, pronunciations)
    return word
  }
  const rules = new Map<string, string>()
  for (const { text, spoken } of phrases) {
    if (spoken.includes('{name}') && nameTexts.size === 0) continue
    const parts: string[] = []
    for (const part of spoken
      .split(/(\{\w+\})/)
      .map((each) => each.trim())
      .filter(Boolean))
      parts.push(part === '{name}' ? '<name>' : part === '{body}' ? '<body>' : await wordOf(part))
    if (parts.includes('')) continue
    const rule = parts.join(' ')
    if (!rules.has(rule)) rules.set(rule, text)
  }
  return {
    jsgf: jsgfOf([...rules.keys()], [...nameTexts.keys()]),
    words,
    commandOf: (found) => commandOf(found, rules, nameTexts),
    phonesOf: (raw) => phonesOf(raw, words),
  }
}

function jsgfOf(rules: readonly string[], names: readonly string[]): string {
  const loop = PHONES.map((phone) => OTHER + phone.toLowerCase()).join(' | ')
  return [
    '#JSGF V1.0;',
    'grammar commands;',
    'public <commands> = <phrase> | <speech>;',
    `<phrase> = ${rules.join(' | ')};`,
    ...(names.length > 0 ? [`<name> = ${names.join(' | ')};`] : []),
    // Two rules with one content: the library links a loop that is used twice to the wrong place.
    `<speech> = ( ${loop} )+;`,
    `<body> = ( ${loop} )+;`,
  ].join('\n')
}

function commandOf(
  found: readonly string[],
  rules: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): SpokenCommand | null {
  const spoken = found.filter((word) => !isNoWord(word))
  const rule = spoken
    .map((word) => (isOther(word) ? '<body>' : names.has(word) ? '<name>' : word))
    .filter((word, index, all) => word !== '<body>' || all[index - 1] !== '<body>')
    .join(' ')
  const template = rules.get(rule)
  if (template === undefined) return null
  return { template, name: spoken.map((word) => names.get(word)).find((each) => each !== undefined) ?? '' }
}

function phonesOf(raw: readonly string[], words: ReadonlyMap<string, readonly string[]>): string[] {
  return raw.flatMap((each) => {
    const [, word = '', variant = '1'] = /^(\w+)(?:\((\d+)\))?$/.exec(each) ?? []
    return isOther(word) ? [] : (words.get(word)?.[Number(variant) - 1] ?? '').split(' ').filter(Boolean)
  })
}
