import { useEffect, useState, useSyncExternalStore } from 'react'
import { startSiren, stopSiren } from '../../platform/audio/alarm-sound.ts'
import { useObservable } from '../../platform/observable.ts'
import { serverNow } from '../../platform/connection/server-time.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { createSirenLink, type SirenView } from './siren-link.ts'
import { repetitionOf, sounds, stopSounds, type StoppedAt, withoutEnded } from './siren-alarms.ts'

const TICK_MS = 1_000

const subscribeToken = (listener: () => void) => onStored(storageKeys.sirenToken, listener)
const readToken = () => readStored(storageKeys.sirenToken)

/** Returns the token of this siren screen; null before the device was paired by a code. */
export const useSirenToken = (): string | null => useSyncExternalStore(subscribeToken, readToken)

/** Stores the token of this siren screen; null: the device is no longer a siren screen. */
export function storeSirenToken(token: string | null): void {
  if (token === null) writeStored(storageKeys.sirenContactAt, null)
  writeStored(storageKeys.sirenToken, token)
}

/**
 * Connects to the server as a siren screen while the component is mounted. A component with another token needs another
 * `key`.
 */
export function useSirenView(token: string): SirenView {
  const [link] = useState(() => createSirenLink(token))
  useEffect(() => link.start(), [link])
  return useObservable(link.view)
}

/**
 * Returns the alarms of a siren screen: its alerts, newest first, whether the siren sounds, and the alerts to announce.
 */
export function useSirenAlarms({ state }: SirenView) {
  const alerts = state?.alerts ?? []
  const [now, setNow] = useState(serverNow)
  const [stoppedAt, setStoppedAt] = useState<StoppedAt>(new Map())
  const hasAlerts = alerts.length > 0
  const remaining = state ? withoutEnded(stoppedAt, alerts) : stoppedAt
  if (remaining !== stoppedAt) setStoppedAt(remaining)
  useEffect(() => {
    if (!hasAlerts) return
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [hasAlerts])
  const sounding = alerts.filter((alert) => sounds(alert, stoppedAt, now))
  const isSounding = sounding.length > 0
  useEffect(() => {
    if (!isSounding) return
    startSiren()
    return stopSiren
  }, [isSounding])
  return {
    alerts,
    total: state?.total ?? 0,
    isSounding,
    /** Returns the sounding alerts, oldest first, each with a key for its alarm and each repetition. */
    toSpeak: sounding.toReversed().map((alert) => ({ alert, key: `${alert.id} ${repetitionOf(alert, now)}` })),
    stopSound: () => setStoppedAt(stopSounds(alerts, serverNow())),
  }
}
export type SirenAlarms = ReturnType<typeof useSirenAlarms>
