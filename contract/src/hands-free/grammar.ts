import { HANDS_FREE_NAMES_MAX } from '../limits.ts'
import { GRAMMAR_SPOKEN_MAX, GRAMMAR_TEXT_MAX, type SpeechGrammar } from '../speech/speech-service.ts'
import { type Contact, formsOf, spokenForms } from './contacts.ts'
import { type CommandLanguage, PHRASES, SPOKEN_HONORIFICS } from './phrases.ts'

const fits = (text: string): boolean => text.length <= GRAMMAR_TEXT_MAX

/**
 * The closed list of commands that the recogniser decides between. A part of a name is left out if several contacts share it, and
 * so are names that cannot be spoken (a name in kanji without a reading), and texts over the limits of SpeechGrammar.
 */
export function commandGrammar(language: CommandLanguage, contacts: readonly Contact[]): SpeechGrammar {
  const named = contacts.slice(0, HANDS_FREE_NAMES_MAX)
  const owners = new Map<string, Set<string>>()
  for (const form of named.flatMap((contact) => spokenForms(contact, language)))
    owners.set(form.text, (owners.get(form.text) ?? new Set()).add(form.contactId))
  const names = named.flatMap((contact) => {
    const spoken = spokenForms(contact, language)
      .filter(({ text, level }) => level === 0 || owners.get(text)?.size === 1)
      .map(({ text }) => text)
      .filter(fits)
    const [whole] = formsOf(contact)
    if (whole === undefined || !fits(whole.text) || spoken.length === 0) return []
    return [{ text: whole.text, spoken: [...new Set(spoken)].slice(0, GRAMMAR_SPOKEN_MAX) }]
  })
  const phrases = PHRASES[language].flatMap(({ text, spoken }) => {
    if (spoken === null || (names.length === 0 && text.includes('{name}'))) return []
    return [{ text: language === 'ja' ? text.replace('{body}', '、{body}') : text, spoken }]
  })
  return { phrases, names, endings: language === 'ja' ? [...SPOKEN_HONORIFICS] : [] }
}

/** The closed list of the answers to a question, with the other phrases without a name, which are none. */
export const answerGrammar = (language: CommandLanguage): SpeechGrammar => ({ ...commandGrammar(language, []), isClosed: true })
