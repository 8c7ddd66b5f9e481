import { useRouter } from '@tanstack/react-router'
import { lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Me, Unit } from '@noroshi/contract/accounts/accounts.http'
import type { Alert, AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { SosSent } from '../../features/alerts/sos/sos-sent.tsx'
import { namedInNeed, raiserName } from '../../features/alerts/alert-texts.ts'
import { useRaisedNotice } from '../../features/alerts/sos/raised-notice.ts'
import { setAlarmShown } from '../../features/alerts/shown-alarm.ts'
import { shouldReopenDialog } from '../../features/alerts/top-alarm.ts'
import { useAlarms } from '../../features/alerts/use-alarms.ts'
import { type Text, useText, withTexts } from '../../platform/language/i18n.ts'
import { useEvent } from '../../platform/connection/live.ts'
import { alertHref } from '../../platform/paths/paths.ts'
import { onStored, readStored, storageKeys } from '../../platform/session/storage.ts'
import { Boundary } from '../../ui/states/boundary.tsx'
import { LazyContent, retryUntilLoaded } from '../../ui/states/lazy-content.tsx'
import { AlarmBar } from './alarm-bar.tsx'
import { EmergencyDialog } from './emergency-dialog.tsx'
import type { OwnSos } from '../own-sos.tsx'
import { PlainAlarm } from './plain-alarm.tsx'
import css from './alarm-overlay.module.css'

const SpokenAlarm = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('./spoken-alarm-overlay.tsx'))).then(({ SpokenAlarm: spoken }) => ({
    default: spoken,
  })),
)

const onReadAlarms = (listener: () => void) => onStored(storageKeys.readAlarms, listener)
const readsAlarms = () => readStored(storageKeys.readAlarms) !== null

const hrefOf = ({ id, alertMessageThread }: AlertForViewer) => alertHref(id, alertMessageThread.MessageThreadId)

function resolvedText(alert: Pick<Alert, 'raisedBy' | 'raisedFor' | 'resolvedBy' | 'isDrill'>, text: Text): string {
  if (alert.isDrill) return text('alerts.drill.over')
  if (alert.raisedBy === null) return text('alerts.alarm.resolvedAnonymous')
  return text('alerts.alarm.resolved', { name: namedInNeed(alert, text) })
}

/** Returns the highest id. It is not always the id of the first alarm, because drills come last. */
const newestIdOf = (alarms: readonly AlertForViewer[]): string | null =>
  alarms.reduce<string | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null)

interface Props {
  me: Me
  unit: Unit | undefined
  own: OwnSos
  /** Element for the alarm bar while a dialog of the user's own SOS is open. */
  footer: HTMLElement | null
}

/**
 * The alarm for alerts of other users: the dialog, or a banner that reopens it while the user reads an alert. The user's
 * own SOS has priority until the server has acknowledged it and the user has seen that; until then other alarms sound
 * and are shown in a bar.
 */
export function AlarmOverlay({ me, unit, own, footer }: Props) {
  const text = useText()
  const { history } = useRouter()
  const alarms = useAlarms(me.id)
  const raised = useRaisedNotice()
  const [newest] = alarms.alarms
  /**
   * Id of the newest alarm when the user opened an alert. Newer alarms open the dialog by themselves; anonymous ones of
   * a flood do so after the quiet period.
   */
  const [readUpTo, setReadUpTo] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** Many alerts changed together while alarms were shown. No event names those that ended. */
  const [hasListChanged, setHasListChanged] = useState(false)
  const isSpoken = useSyncExternalStore(onReadAlarms, readsAlarms)

  useEvent('alert:resolved', (alert) => {
    if (alarms.alarms.some(({ id }) => id === alert.id)) setAnnouncement(resolvedText(alert, text))
  })

  useEvent('alert:new_alert', () => setAnnouncement(''))
  useEvent('alert:list_changed', () => {
    if (newest) setHasListChanged(true)
  })
  if (!newest && hasListChanged) {
    setHasListChanged(false)
    setAnnouncement(text('alerts.alarm.allEnded'))
  }

  // The user reads one alert and has not seen the others: the dialog opens again.
  useEvent('alert:repeat', () => setReadUpTo(null))

  const isShown = newest !== undefined
  useEffect(() => {
    setAlarmShown(isShown)
    return () => setAlarmShown(false)
  }, [isShown])

  const minimize = () => {
    setReadUpTo(newestIdOf(alarms.alarms))
    alarms.stopSound()
  }
  const open = (alert: AlertForViewer) => {
    minimize()
    alarms.dismiss(alert.id)
    history.push(hrefOf(alert))
  }
  const isRead = readUpTo !== null && !shouldReopenDialog(alarms.alarms, readUpTo, alarms.isQuiet)
  const nextView = newest ? viewOf({ isRead, isOwnOpen: own.dialog !== null, isConfirming: raised !== null }) : null
  const view = useStableView(nextView, own.stage === 'holding')
  const count = alarms.alarms.length

  if (!newest) {
    return (
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    )
  }
  const bar = <AlarmBar newest={newest} alarms={alarms} />
  return (
    <>
      {isSpoken && alarms.sounds && (
        <LazyContent>
          <SpokenAlarm alert={newest} />
        </LazyContent>
      )}
      {view === 'bar' && footer && createPortal(bar, footer)}
      {view === 'confirmation' && raised && <SosSent raised={raised} footer={bar} />}
      {view === 'dialog' && (
        // This component plays the sound, so that an error in the dialog does not stop it.
        <Boundary resetKey={newest.id} fallback={<PlainAlarm alert={newest} alarms={alarms} onDetails={open} />}>
          <EmergencyDialog
            alarms={alarms}
            unit={unit}
            announcement={announcement}
            onDetails={open}
            onResponding={(alert) => history.push(hrefOf(alert))}
            onContact={minimize}
            onUnsent={own.show}
          />
        </Boundary>
      )}
      {view === 'banner' && (
        <button type="button" className={css.more} onClick={() => setReadUpTo(null)}>
          <b>{text('alerts.alarm.more', { count })}</b>
          <span className="one-line" translate={newest.raisedBy === null ? undefined : 'no'}>
            {raiserName(newest, text)}
          </span>
        </button>
      )}
    </>
  )
}

type View = 'bar' | 'confirmation' | 'dialog' | 'banner'

function viewOf({ isRead, isOwnOpen, isConfirming }: { isRead: boolean; isOwnOpen: boolean; isConfirming: boolean }): View {
  if (isOwnOpen) return 'bar'
  if (isRead) return 'banner'
  return isConfirming ? 'confirmation' : 'dialog'
}

/** Keeps the current view while the user holds an SOS button: a dialog that opened would cover the button. */
function useStableView(view: View | null, isHolding: boolean): View | null {
  const [shown, setShown] = useState<View | null>(null)
  if (!isHolding && shown !== view) setShown(view)
  return isHolding ? shown : view
}
