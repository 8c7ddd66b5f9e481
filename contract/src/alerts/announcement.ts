import { isJapanese } from '../accounts/person-name.ts'
import type { Language } from '../i18n.ts'

type AnnouncementKey = 'speech.alarm.anonymous' | 'speech.alarm.from' | 'speech.alarm.drill'

/**
 * Returns the spoken text that names the raiser of an alert. A name in the script of the other language is on a
 * separate line, because each line is spoken by the voice of its language.
 * @param raiser the raiser; the name is '' for an anonymous raiser
 */
export function raiserAnnouncement(
  { name, isDrill = false }: { readonly name: string; readonly isDrill?: boolean },
  language: Language,
  text: (key: AnnouncementKey, params?: { readonly name: string }) => string,
): string {
  if (name === '') return text('speech.alarm.anonymous')
  const isOtherScript = isJapanese(name) !== (language === 'ja')
  return text(isDrill ? 'speech.alarm.drill' : 'speech.alarm.from', { name: isOtherScript ? `\n${name}\n` : name })
}
