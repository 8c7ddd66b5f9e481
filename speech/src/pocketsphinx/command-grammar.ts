import type { SpeechGrammar } from '@noroshi/contract/speech/speech-service'
import type { Segment } from './library.ts'
import { pronounce, pronounceName } from './pronunciation.ts'

/** The phones of the acoustic model. */
const PHONES = 'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')
/** The prefix of the words of free text, of names, of endings, and of phrases. */
const [OTHER, NAME, ENDING, WORD] = ['ph_', 'n_', 'e_', 'w_']
/** Max pronunciations of one word. */
const PRONUNCIATIONS_MAX = 12

/** Silence and noise. */
const isNoWord = (word: string): boolean => /^[<[]/.test(word)

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

/** @returns the frames of the free text, without silence */
export const bodyFrames = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { word, start, end }) => (word.startsWith(OTHER) ? sum + end - start : sum), 0)

/** @returns the same list of commands without those that free text follows */
export const withoutBodies = (grammar: SpeechGrammar): SpeechGrammar => ({
  ...grammar,
  phrases: grammar.phrases.filter(({ spoken }) => !spoken.includes('{body}')),
})

/** @param body - the free text; '' where there is none */
export const textOfCommand = ({ template, name }: SpokenCommand, body: string): string =>
  template.replaceAll(/([、\s]*)\{body\}|\{name\}/g, (match: string, gap: string) =>
    match === '{name}' ? name : body === '' ? '' : gap + body,
  )

/** The name of a spoken command, or the words before or after it. */
export interface CommandPart {
  readonly phones: readonly string[]
  /** The segments of the part. */
  readonly segments: readonly Segment[]
}

export interface CompiledGrammar {
  readonly jsgf: string
  /** The pronunciations of each word of the grammar. */
  readonly words: ReadonlyMap<string, readonly string[]>
  /** @returns null if the words are not a phrase */
  commandOf(words: readonly string[]): SpokenCommand | null
  /** @returns the parts of the command, without silence and free text */
  partsOf(segments: readonly Segment[]): CommandPart[]
}

/**
 * Compiles a list of commands for PocketSphinx. The grammar has nothing else: the decoder finds the command that is the nearest to
 * any speech, and its confidence says whether it was spoken. Free text is a loop of single phones.
 */
export async function compileGrammar({ phrases, names, endings }: SpeechGrammar): Promise<CompiledGrammar> {
  const words = new Map<string, readonly string[]>()
  /** The words of the grammar by the prefix of their name and their text. */
  const known = new Map<string, string>()
  /** @returns the words of a text as the grammar has them; null for a text that cannot be pronounced */
  const wordsOf = async (text: string, kind: string): Promise<string | null> => {
    const found: string[] = []
    for (const part of text.split(/[\s.・-]+/).filter(Boolean)) {
      const key = `${kind}${part}`
      const word = known.get(key) ?? `${kind}${known.size}`
      known.set(key, word)
      // The library refuses the whole grammar for one phone that the model does not have.
      if (!words.has(word)) {
        const choices = await (kind.startsWith(NAME) ? pronounceName(part) : pronounce(part))
        words.set(word, choices.filter(hasKnownPhones).slice(0, PRONUNCIATIONS_MAX))
      }
      if (words.get(word)?.length === 0) return null
      found.push(word)
    }
    return found.length === 0 ? null : found.join(' ')
  }
  const nameRules: string[] = []
  const nameTexts: string[] = []
  for (const { text, spoken } of names) {
    const forms = await Promise.all(spoken.map((form) => wordsOf(form, `${NAME}${nameTexts.length}_`)))
    const rules = forms.filter((form) => form !== null)
    if (rules.length > 0) nameRules.push(...rules)
    nameTexts.push(text)
  }
  const endingRules = (await Promise.all(endings.map((ending) => wordsOf(ending, ENDING)))).filter((rule) => rule !== null)
  const rules = new Map<string, string>()
  for (const { text, spoken } of phrases) {
    if (spoken.includes('{name}') && nameRules.length === 0) continue
    const parts: (string | null)[] = []
    for (const part of spoken.split(/(\{\w+\})/).filter((each) => each.trim() !== ''))
      parts.push(part === '{name}' ? '<name>' : part === '{body}' ? '<body>' : await wordsOf(part, WORD))
    if (parts.includes(null)) continue
    const rule = parts.join(' ')
    if (!rules.has(rule)) rules.set(rule, text)
  }
  for (const phone of PHONES) words.set(OTHER + phone.toLowerCase(), [phone])
  for (const [word, pronunciations] of words) if (pronunciations.length === 0) words.delete(word)
  return {
    jsgf: jsgfOf([...rules.keys()], nameRules, endingRules),
    words,
    commandOf: (found) => commandOf(found, rules, nameTexts),
    partsOf: (segments) => partsOf(segments, words),
  }
}

function jsgfOf(phrases: readonly string[], names: readonly string[], endings: readonly string[]): string {
  const loop = PHONES.map((phone) => OTHER + phone.toLowerCase()).join(' | ')
  const ending = endings.length > 0 ? ` [ ${endings.join(' | ')} ]` : ''
  return [
    '#JSGF V1.0;',
    'grammar commands;',
    `public <commands> = ${phrases.join(' | ')};`,
    ...(names.length > 0 ? [`<name> = ( ${names.join(' | ')} )${ending};`] : []),
    `<body> = ( ${loop} )+;`,
  ].join('\n')
}

/** The index of the name that a word belongs to; null for any other word. */
const nameIndexOf = (word: string): number | null => {
  const [, index] = /^n_(\d+)_/.exec(word) ?? []
  return index === undefined ? null : Number(index)
}

function commandOf(found: readonly string[], rules: ReadonlyMap<string, string>, names: readonly string[]): SpokenCommand | null {
  const spoken = found.filter((word) => !isNoWord(word) && !word.startsWith(ENDING))
  const slotOf = (word: string) => (word.startsWith(OTHER) ? '<body>' : nameIndexOf(word) === null ? word : '<name>')
  const rule = spoken
    .map(slotOf)
    .filter((word, index, all) => !word.startsWith('<') || all[index - 1] !== word)
    .join(' ')
  const template = rules.get(rule)
  if (template === undefined) return null
  const index = spoken.map(nameIndexOf).find((each) => each !== null) ?? -1
  return { template, name: names[index] ?? '' }
}

function partsOf(segments: readonly Segment[], words: ReadonlyMap<string, readonly string[]>): CommandPart[] {
  const parts: { readonly isName: boolean; readonly phones: string[]; readonly segments: Segment[] }[] = []
  for (const segment of segments) {
    const { word, variant } = segment
    if (isNoWord(word) || word.startsWith(OTHER)) continue
    const isName = !word.startsWith(WORD)
    if (parts.at(-1)?.isName !== isName) parts.push({ isName, phones: [], segments: [] })
    parts.at(-1)?.segments.push(segment)
    parts.at(-1)?.phones.push(...(words.get(word)?.[variant - 1] ?? '').split(' ').filter(Boolean))
  }
  return parts
}
