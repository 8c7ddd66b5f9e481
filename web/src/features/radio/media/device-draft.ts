import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { type OnDeviceSpeech, startOnDeviceSpeech } from '../../../platform/audio/on-device-speech.ts'
import { call } from '../../../platform/connection/http.ts'
import { currentLanguage } from '../../../platform/language/i18n.ts'
import { hasNoDictation } from '../../../platform/device/speech-languages.ts'

/** The text of a talk by the speaker's own browser, where the server does not recognise the language. */
export class DeviceDraft {
  readonly #speech: Promise<OnDeviceSpeech | null>
  #text: Promise<string> | null = null

  constructor(stream: MediaStream) {
    const language = currentLanguage()
    this.#speech = hasNoDictation(language).then((isNeeded) => (isNeeded ? startOnDeviceSpeech(language, stream) : null))
  }

  /** The talk has ended. */
  finish(): void {
    this.#text ??= this.#speech.then((speech) => speech?.finish() ?? '')
  }

  /** Sends the text for the user's own message, if the server has none. A failure leaves the message without a text. */
  async send({ text, messageMedias: [recording] }: Pick<Message, 'text' | 'messageMedias'>): Promise<void> {
    this.finish()
    const draft = await this.#text
    if (!draft || text !== '' || !recording) return
    await call(speechRoutes.correctTranscript, { params: { id: recording.id }, body: { text: draft, isDraft: true } }).catch(
      () => undefined,
    )
  }
}
