import type { Language } from '../i18n.ts'

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

type AnnouncementKey = 'speech.alarm.anonymous' | 'speech.alarm.from'

/**
 * Returns who raised an alert, as it is spoken. A name in the letters of the other language is on a line of its own, since each
 * line is read by the voice of its language.
 * @param name '' for an anonymous raiser
 */
export function raiserAnnouncement(
  name: string,
  language: Language,
  text: (key: AnnouncementKey, params?: { readonly name: string }) => string,
): string {
  if (name === '') return text('speech.alarm.anonymous')
  const isOtherScript = JAPANESE.test(name) !== (language === 'ja')
  return text('speech.alarm.from', { name: isOtherScript ? `\n${name}\n` : name })
}
