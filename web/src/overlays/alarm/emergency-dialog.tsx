import { type MouseEvent, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { SosButton } from '../../features/alerts/sos/sos-button.tsx'
import { useTopAlarm } from '../../features/alerts/top-alarm.ts'
import type { Alarms } from '../../features/alerts/use-alarms.ts'
import { useText } from '../../platform/language/i18n.ts'
import { Logo } from '../../ui/theme/logo.tsx'
import { Boundary } from '../../ui/states/boundary.tsx'
import { TopDialog } from '../../ui/dialogs/top-dialog.tsx'
import { useLow } from '../../ui/layout/use-wide.ts'
import { AlarmAnswers } from './alarm-answers.tsx'
import { AlarmContacts } from './alarm-contacts.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmLocation } from './alarm-location.tsx'
import { AlarmMap } from './alarm-map.tsx'
import { AlarmOthers } from './alarm-others.tsx'
import { AlarmSoundButton } from './alarm-sound-button.tsx'
import css from './emergency-dialog.module.css'
import { UnsentBar } from '../unsent-bar.tsx'
import { useGuard } from '../use-guard.ts'

interface Props {
  alarms: Alarms
  unit: Unit | undefined
  /** Text for screen readers, for example that an alert was resolved. */
  announcement: string
  onDetails: (alert: AlertForViewer) => void
  onResponding: (alert: AlertForViewer) => void
  /** The user opens the raiser's chat or profile: the alarm becomes a banner. */
  onContact: () => void
  /** Opens the dialog of an unsent SOS of this device. */
  onUnsent: (clientId: string) => void
}

/** Milliseconds for which a new dialog ignores clicks and taps: they were meant for the page below. */
const MOUNT_GUARD_MS = 1_000
/** Milliseconds for which the answer buttons ignore clicks after another alert replaced the visible one. */
const SWAP_GUARD_MS = 700

/**
 * The alarm dialog. It covers everything but the user's own SOS. Only a click, a tap or a key press on a button marks
 * an alert as seen. The heading has the initial focus: screen readers announce the dialog, and a blind key press
 * activates nothing. Escape stops the sound and keeps the dialog open.
 */
export function EmergencyDialog({ alarms, unit, announcement, onDetails, onResponding, onContact, onUnsent }: Props) {
  const text = useText()
  const [chosen, setChosen] = useState<{ id: string; top: string } | null>(null)
  const top = useTopAlarm(alarms.alarms)
  // An alert that the user chose from the list stays until another alert becomes the top one.
  const shown = alarms.alarms.find(({ id }) => id === chosen?.id && chosen.top === top?.id) ?? top
  const isNew = useGuard('dialog', MOUNT_GUARD_MS)
  // A map of a few lines shows nothing, and costs the room of the text.
  const isLow = useLow()
  const isSwapped = useGuard(shown?.id, SWAP_GUARD_MS)
  if (!shown) return null

  const isGuarded = isNew || isSwapped
  const onClick = (event: MouseEvent) => {
    if (!isGuarded) alarms.see(shown)
    if (!isNew) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <TopDialog
      role="alertdialog"
      labelledBy="alarm-title"
      describedBy={shown.isDrill ? 'drill-note alarm-facts' : 'alarm-facts'}
      onEscape={() => isNew || alarms.stopSound()}
      isAutoOpened
      className={`${css.alarm} ${shown.isDrill ? css.drill : ''}`}
    >
      <div className={css.field} onClickCapture={onClick}>
        <svg className={css.hills} viewBox="0 0 1280 400" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
          <path d="M0 400V250c120 0 170-120 290-120s170 110 290 110 200-150 330-150 210 140 370 150v160z" />
          <path d="M0 400V330c160 0 220-90 360-90s220 80 360 80 260-110 560-90v170z" />
        </svg>
        <header className={css.band}>
          <Logo size={32} />
          <h1 id="alarm-title" tabIndex={-1} data-first-focus>
            {text(shown.isDrill ? 'alerts.drill.title' : 'alerts.alarm.title')}
          </h1>
          <SosButton size="small" />
          <AlarmSoundButton alarms={alarms} />
        </header>
        {shown.isDrill && <DrillNote />}
        <UnsentBar onShow={onUnsent} />
        <AlarmOthers alarms={alarms.alarms} shownId={shown.id} onChoose={(id) => top && setChosen({ id, top: top.id })} />
        <div className={css.content} key={shown.id}>
          <AlarmFacts alert={shown} onMedia={() => onDetails(shown)} />
          {!isLow && (
            <Boundary fallback={null}>
              <AlarmMap alert={shown} unit={unit} />
            </Boundary>
          )}
          {shown.raisedBy && !shown.viewer.isRaiser && (
            <AlarmContacts raiser={shown.raisedBy} isGuarded={isGuarded} onContact={onContact} />
          )}
        </div>
        {/* Always on the screen. */}
        <div className={css.foot} key={`${shown.id} answers`}>
          <AlarmLocation alert={shown} />
          <AlarmAnswers alert={shown} alarms={alarms} isGuarded={isGuarded} onDetails={onDetails} onResponding={onResponding} />
        </div>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </div>
    </TopDialog>
  )
}

/** The notice that the alert is a drill. It is shown before the alarm sounds. */
function DrillNote() {
  const text = useText()
  return (
    <p className={css.drillNote} id="drill-note">
      <b>{text('alerts.drill')}</b>
      <span>
        {text('alerts.drill.note')} {text('alerts.drill.soon')}
      </span>
    </p>
  )
}
