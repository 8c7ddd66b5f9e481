import { useEffect, useEffectEvent, useRef } from 'react'
import type { Language } from '@noroshi/contract/i18n'
import { sirenRoutes, type SirenAlert } from '@noroshi/contract/siren/siren.http'
import { speakOnDevice } from '../../platform/device/device-voice.ts'
import { decodeFirst } from '../../platform/audio/fetch-spoken.ts'
import { soundReady } from '../../platform/audio/output.ts'
import { playSpoken } from '../../platform/audio/spoken-sound.ts'
import { call } from '../../platform/connection/http.ts'
import { useLanguage } from '../../platform/language/i18n.ts'
import type { SirenAlarms } from './use-siren.ts'

/** Milliseconds of the siren before the first announcement. */
const DELAY_MS = 2_000

/** Milliseconds between two checks for an alert that was not spoken yet. */
const CHECK_MS = 1_000

/**
 * Returns the text of an announcement for a voice of the device. The screen composes it, because features do not import
 * each other.
 */
export type TextOfAlert = (alert: SirenAlert) => string

interface Spoken {
  readonly token: string
  readonly language: Language
  readonly textOf: TextOfAlert
}

/**
 * Speaks an alert by a voice of the server, otherwise by a voice of the device. Without a voice, the alert is only
 * shown.
 */
async function speak(alert: SirenAlert, { token, language, textOf }: Spoken, signal: AbortSignal): Promise<void> {
  const buffer = await decodeFirst((mimeType) =>
    call(sirenRoutes.speak, { params: { id: alert.id }, query: { mimeType, language }, screenToken: token }),
  )
  if (signal.aborted) return
  if (buffer === null) return speakOnDevice(textOf(alert), language, signal)
  const sound = playSpoken('announcement', buffer, 1)
  signal.addEventListener('abort', sound.stop)
  await sound.done
}

/** Speaks each sounding alert once and with each repetition, one after the other, over the quieter siren. */
export function useAnnouncements(token: string, { toSpeak, isSounding }: SirenAlarms, textOf: TextOfAlert) {
  const language = useLanguage()
  const spoken = useRef(new Set<string>())
  const next = useEffectEvent(() => toSpeak.find(({ key }) => !spoken.current.has(key)))
  const speakNow = useEffectEvent((alert: SirenAlert, signal: AbortSignal) => speak(alert, { token, language, textOf }, signal))
  useEffect(() => {
    if (!isSounding) return
    const stopped = new AbortController()
    const { signal } = stopped
    const run = async () => {
      await soundReady(signal)
      while (!signal.aborted) {
        const found = next()
        if (found === undefined) {
          await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
          continue
        }
        spoken.current.add(found.key)
        await speakNow(found.alert, signal)
      }
    }
    const timer = setTimeout(() => void run(), DELAY_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [isSounding])
}
