import { nameIn } from '@noroshi/contract/accounts/person-name'
import { raiserAnnouncement } from '@noroshi/contract/alerts/announcement'
import { raisedForNameIn } from '@noroshi/contract/alerts/raised-for'
import type { Language } from '@noroshi/contract/i18n'
import { READ_ALOUD_MAX } from '@noroshi/contract/limits'
import type { SirenAlert } from '@noroshi/contract/siren/siren.http'
import type { SpokenAudio } from '@noroshi/contract/messaging/messaging.http'
import type { SpokenType } from '@noroshi/contract/speech/speech-service'
import { cutText } from '@noroshi/contract/text/graphemes'
import { textIn } from '@noroshi/contract/texts'
import type { Deps } from '#/deps.ts'
import { screenAlert } from '#/features/alerts/reach/screen-alerts.service.ts'
import type { SpeakAlarm } from '#/features/messaging/read-aloud/read-aloud.service.ts'
import { AppError } from '#/http/errors.ts'
import type { Screen } from '#/http/screens.ts'

/** Returns the text that a siren screen speaks: the raiser, then the text of the alert. */
function announcementOf({ raisedBy, raisedFor, textContent }: SirenAlert, language: Language): string {
  const name = raisedBy ? nameIn(language, raisedBy) : ''
  const person = raisedFor && raisedForNameIn(language, raisedFor)
  const who = raiserAnnouncement({ name, person }, language, (key, params) => textIn(language, key, params))
  return cutText([who, textContent].filter((line) => line !== '').join('\n'), READ_ALOUD_MAX)
}

/**
 * Returns the announcement of an alert of the screen as audio. The server takes the text from the alert, so that a
 * screen cannot make it speak anything else.
 * @throws alert.notFound (404) for an alert that the screen does not show; speech.noVoice (503).
 */
export async function speakSirenAlert(
  deps: Deps,
  speakAlarm: SpeakAlarm,
  screen: Screen,
  { id, language, mimeType }: { readonly id: string; readonly language: Language; readonly mimeType: SpokenType },
): Promise<SpokenAudio> {
  const alert = await screenAlert(deps.db, screen.scope, id)
  if (alert === null) throw new AppError('alert.notFound')
  return speakAlarm(screen.id, { text: announcementOf(alert, language), mimeType })
}
