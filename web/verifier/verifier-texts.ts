import { formatText, type Language, LANGUAGES, LOCALES, preferredOf, type TextParams } from '@noroshi/contract/i18n'
import { recordMessages } from '@noroshi/contract/record/record.messages'
import { verifierMessages } from '@noroshi/contract/record/verifier.messages'
import type { Finding } from '@noroshi/contract/record/verify'

export type VerifierKey = keyof typeof verifierMessages

let language: Language = preferredOf(navigator.languages)

export const currentLanguage = (): Language => language

export function chooseLanguage(chosen: Language): void {
  language = chosen
  document.documentElement.lang = LOCALES[chosen].tag
}

export const languages = LANGUAGES.map((one) => ({ id: one, name: LOCALES[one].name }))

/** Returns a text of the verifier in the chosen language. */
export const text = (key: VerifierKey, params: TextParams = {}): string =>
  formatText(language, verifierMessages[key][language], params)

/** Returns what an entry of a kind is called. */
export function kindText(kind: string): string {
  const entry = Object.entries(recordMessages).find(([key]) => key === `record.${kind}`)?.[1]
  if (entry) return formatText(language, entry[language])
  return kind === 'audit' ? text('verifier.audit') : kind
}

/** Returns the time of an entry in the time zone of the device; the text of the file if it is no time. */
export function timeText(at: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return at
  return time.toLocaleString(LOCALES[language].tag, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** Says what was found. */
export function findingText(finding: Finding): string {
  if (finding.kind !== 'removed') return text(`verifier.${finding.kind}`, { ...finding })
  const { from, to } = finding
  return from === to ? text('verifier.removedOne', { from }) : text('verifier.removedMany', { from, to })
}
