import { isJapanese } from '../accounts/person-name.ts'
import type { Language } from '../i18n.ts'

type AnnouncementKey =
  | 'speech.alarm.anonymous'
  | 'speech.alarm.from'
  | 'speech.alarm.for'
  | 'speech.alarm.forOther'
  | 'speech.alarm.drill'

interface Announced {
  /** The name of the raiser; '' for an anonymous one. */
  readonly name: string
  /** The name of the person for whom the alert was raised, '' if it is unknown; absent: the raiser needs help. */
  readonly person?: string | undefined
  readonly isDrill?: boolean
}

/**
 * Returns the spoken text that names the raiser of an alert. A name in the script of the other language is on a
 * separate line, because each line is spoken by the voice of its language.
 */
export function raiserAnnouncement(
  { name, person, isDrill = false }: Announced,
  language: Language,
  text: (key: AnnouncementKey, params?: { readonly name: string; readonly person: string }) => string,
): string {
  if (name === '') return text('speech.alarm.anonymous')
  const spoken = (each: string) => (isJapanese(each) === (language === 'ja') ? each : `\n${each}\n`)
  const params = { name: spoken(name), person: spoken(person ?? '') }
  if (isDrill) return text('speech.alarm.drill', params)
  if (person === undefined) return text('speech.alarm.from', params)
  return text(person === '' ? 'speech.alarm.forOther' : 'speech.alarm.for', params)
}
