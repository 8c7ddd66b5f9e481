import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { startAlarm, stopAlarm } from '../../platform/alarm-sound.ts'
import { useAlertTokens } from '../../platform/alert-tokens.ts'
import { useEvent } from '../../platform/live.ts'
import { alarmsOf, dismiss, endQuiet, isSounding, noAlarms, ringAgain, silence, touch } from './alarms.ts'
import { keepAlert } from './alert-cache.ts'
import { answerAlert } from './alerts.changes.ts'
import { delivered } from './delivered.ts'
import { useActiveAlerts } from './use-active-alerts.ts'

const none: AlertForViewer[] = []

/** The alarms of a signed-in person: which are shown, whether they sound, and what was done with them here. */
export function useAlarms(myId: string) {
  const cache = useQueryClient()
  const tokens = useAlertTokens()
  const active = useActiveAlerts() ?? none
  const [state, setState] = useState(noAlarms)

  const alarms = useMemo(
    () => alarmsOf(active, state, ({ id, raisedBy }) => raisedBy?.id === myId || id in tokens),
    [active, state, myId, tokens],
  )
  const sounds = isSounding(alarms, state)

  useEvent('alert:repeat', ({ alertIds }) => setState((known) => ringAgain(known, alertIds)))

  useEffect(() => {
    if (!sounds) return
    startAlarm()
    return stopAlarm
  }, [sounds])

  const { quietUntil } = state
  useEffect(() => {
    if (quietUntil === null) return
    const timer = setTimeout(() => setState(endQuiet), quietUntil - Date.now())
    return () => clearTimeout(timer)
  }, [quietUntil])

  useEffect(() => {
    delivered.hold(active.filter(({ viewer }) => viewer.inAudience && !viewer.isRaiser).map(({ id }) => id))
  }, [active])

  return {
    alarms,
    sounds,
    /** Anonymous alerts do not sound again for a while. */
    isQuiet: quietUntil !== null,
    /** Any touch of the dialog: the unit learns that this person has seen it. */
    see({ id, viewer }: AlertForViewer) {
      if (state.touched.has(id)) return
      setState((known) => touch(known, id))
      if (viewer.seenAt !== null) return
      // Only a hint for the ledger: the answer or the alert's page tells it again.
      answerAlert(id, 'seen').then(
        (alert) => keepAlert(cache, alert),
        () => undefined,
      )
    },
    stopSound: () => setState((known) => silence(known, alarms, Date.now())),
    dismiss: (id: string) => setState((known) => dismiss(known, id)),
    /** @throws where the unit did not take the answer: the alarm stays. */
    async answer(id: string, answer: 'responding' | 'cannotHelp') {
      const alert = await answerAlert(id, answer)
      setState((known) => dismiss(known, id))
      keepAlert(cache, alert)
    },
  }
}
export type Alarms = ReturnType<typeof useAlarms>
