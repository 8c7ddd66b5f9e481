import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me, Unit } from '@noroshi/contract/accounts/accounts.http'
import type { Alert, AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { countKey } from '../ui/count-key.ts'
import { raiserName } from '../features/alerts/names.ts'
import { comesBack } from '../features/alerts/top-alarm.ts'
import { useAlarms } from '../features/alerts/use-alarms.ts'
import { type Text, useText } from '../platform/i18n.ts'
import { useEvent } from '../platform/live.ts'
import { alertHref } from '../platform/paths.ts'
import { Boundary } from '../ui/boundary.tsx'
import { EmergencyDialog } from './emergency-dialog.tsx'
import { PlainAlarm } from './plain-alarm.tsx'
import css from './alarm-overlay.module.css'

const hrefOf = ({ id, alertMessageThread }: AlertForViewer) => alertHref(id, alertMessageThread.MessageThreadId)

const resolvedWords = (alert: Alert, text: Text) =>
  alert.raisedBy === null
    ? text('alerts.alarm.resolvedAnonymous')
    : text('alerts.alarm.resolved', { name: raiserName(alert, text) })

/** The alarm of others' alerts: the dialog, or while one of them is being read, a strip that leads back to it. */
export function AlarmOverlay({ me, unit }: { me: Me; unit: Unit | undefined }) {
  const text = useText()
  const { history } = useRouter()
  const alarms = useAlarms(me.id)
  const [newest] = alarms.alarms
  /** The newest alarm there was when the person went to read one: anything newer comes up by itself, anonymous ones of a flood after the quiet. */
  const [readUpTo, setReadUpTo] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  useEvent('alert:resolved', (alert) => {
    if (alarms.alarms.some(({ id }) => id === alert.id)) setSaid(resolvedWords(alert, text))
  })

  // Whoever went to read one and has not seen the others: the dialog comes back to them.
  useEvent('alert:repeat', () => setReadUpTo(null))

  const open = (alert: AlertForViewer) => {
    setReadUpTo(newest?.id ?? null)
    alarms.stopSound()
    alarms.dismiss(alert.id)
    history.push(hrefOf(alert))
  }
  const isRead = readUpTo !== null && !comesBack(alarms.alarms, readUpTo, alarms.isQuiet)
  const count = alarms.alarms.length

  return (
    <>
      {newest && !isRead && (
        // The sound is this component's, so that it goes on whatever becomes of the dialog.
        <Boundary resetKey={newest.id} fallback={<PlainAlarm alert={newest} alarms={alarms} onDetails={open} />}>
          <EmergencyDialog
            alarms={alarms}
            unit={unit}
            said={said}
            onDetails={open}
            onResponding={(alert) => history.push(hrefOf(alert))}
          />
        </Boundary>
      )}
      {newest && isRead && (
        <button type="button" className={css.more} onClick={() => setReadUpTo(null)}>
          <b>{text(countKey('alerts.alarm.more', count), { count })}</b>
          <span>{raiserName(newest, text)}</span>
        </button>
      )}
      {!newest && (
        <p className="visually-hidden" role="status">
          {said}
        </p>
      )}
    </>
  )
}
