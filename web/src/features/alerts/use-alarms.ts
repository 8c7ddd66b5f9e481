import { useEffect, useMemo, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { startAlarm, stopAlarm } from '../../platform/audio/alarm-sound.ts'
import { useAlertTokens } from '../../platform/session/alert-tokens.ts'
import { useEvent } from '../../platform/connection/live.ts'
import {
  alarmsOf,
  dismiss,
  endQuiet,
  isSounding,
  soundsForDrillOnly,
  initialAlarmState,
  repeatAlarms,
  silence,
  touch,
} from './alarms.ts'
import { deliveryReporter } from './delivery-reporter.ts'
import { answerAlert, markAlertSeen, useAnsweredElsewhere } from './unsent-answers.ts'
import { useActiveAlerts } from './alert-lists.ts'

const none: AlertForViewer[] = []

/** Milliseconds between the dialog of a drill and its sound. */
const DRILL_NOTICE_MS = 5_000

/** The alarms of the signed-in user: the shown alerts, whether they sound, and the actions on them. */
export function useAlarms(myId: string) {
  const tokens = useAlertTokens()
  const active = useActiveAlerts() ?? none
  const answered = useAnsweredElsewhere()
  const [state, setState] = useState(initialAlarmState)

  const alarms = useMemo(
    () =>
      alarmsOf(
        active,
        state,
        ({ id, raisedBy, isDrill }) => (raisedBy?.id === myId && isDrill !== true) || id in tokens || answered.has(id),
      ),
    [active, state, myId, tokens, answered],
  )
  const sounds = isSounding(alarms, state)

  useEvent('alert:repeat', ({ alertIds }) => setState((known) => repeatAlarms(known, alertIds)))

  const isDrillOnly = soundsForDrillOnly(alarms, state)
  useEffect(() => {
    if (!sounds) return
    if (!isDrillOnly) {
      startAlarm()
      return stopAlarm
    }
    const begin = setTimeout(startAlarm, DRILL_NOTICE_MS)
    return () => {
      clearTimeout(begin)
      stopAlarm()
    }
  }, [sounds, isDrillOnly])

  const { quietUntil } = state
  useEffect(() => {
    if (quietUntil === null) return
    const timer = setTimeout(() => setState(endQuiet), quietUntil - performance.now())
    return () => clearTimeout(timer)
  }, [quietUntil])

  useEffect(() => {
    deliveryReporter.report(active.filter(({ viewer }) => viewer.inAudience).map(({ id }) => id))
  }, [active])

  return {
    alarms,
    sounds,
    /** Further anonymous alerts are silent for now. */
    isQuiet: quietUntil !== null,
    /** Call on any touch of the dialog. Reports to the server that the user has seen the alert. */
    see({ id, viewer }: AlertForViewer) {
      if (state.touched.has(id)) return
      setState((known) => touch(known, id))
      if (viewer.seenAt === null) markAlertSeen(id)
    },
    stopSound: () => setState((known) => silence(known, alarms, performance.now())),
    dismiss: (id: string) => setState((known) => dismiss(known, id)),
    /** Resolves after the first attempt. The alarm stays if the server refused the answer. */
    async answer(id: string, answer: 'responding' | 'cannotHelp') {
      const outcome = await answerAlert(id, answer)
      if (outcome !== 'refused') setState((known) => dismiss(known, id))
      return outcome
    },
  }
}
export type Alarms = ReturnType<typeof useAlarms>
