import { useEffect, useEffectEvent } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { spokenAlarm } from '../../features/alerts/spoken-alarm.ts'
import { markStarted, hasStarted } from '../../features/messaging/read-aloud/started-readings.ts'
import { fetchSpoken } from '../../platform/audio/fetch-spoken.ts'
import { soundReady } from '../../platform/audio/output.ts'
import { playSpoken } from '../../platform/audio/spoken-sound.ts'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { withLock } from '../../platform/outbox/locks.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'

/** Milliseconds in which the siren is heard alone and the device finds its location. */
const DELAY_MS = 2_000

/** Says who raised an alarm and where, once on this device, over the quieter siren. Stopping the sound stops it too. */
export function SpokenAlarm({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const language = useLanguage()
  const me = useOwnLocation()
  const textNow = useEffectEvent(() => spokenAlarm(alert, me, language, text))
  const { id } = alert
  useEffect(() => {
    const key = `alarm ${id}`
    const stopped = new AbortController()
    const { signal } = stopped
    const announce = async () => {
      // Only one of several tabs with sound speaks.
      if (signal.aborted || hasStarted(key)) return
      // Without it, the siren sounds and the dialog has everything.
      const buffer = await fetchSpoken(textNow(), true)
      if (buffer === null || signal.aborted || !markStarted(key)) return
      const sound = playSpoken('announcement', buffer, 1)
      signal.addEventListener('abort', sound.stop)
      await sound.done
    }
    const start = async () => {
      await soundReady(signal) // before the lock, so that another tab can announce meanwhile
      await withLock('read-alarm', () => announce())
    }
    const timer = setTimeout(() => void start(), DELAY_MS)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [id])
  return null
}
