import { IconHandStop, IconInfoCircle, IconRun, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useTopAlarm } from '../features/alerts/top-alarm.ts'
import type { Alarms } from '../features/alerts/use-alarms.ts'
import { enableSound, useSoundState } from '../platform/alarm-sound.ts'
import { useText } from '../platform/i18n.ts'
import { Mark } from '../ui/mark.tsx'
import { Boundary } from '../ui/boundary.tsx'
import { TopDialog } from '../ui/top-dialog.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmMap, BareMap } from './alarm-map.tsx'
import { AlarmOthers } from './alarm-others.tsx'
import css from './emergency-dialog.module.css'

interface Props {
  alarms: Alarms
  unit: Unit | undefined
  /** Read out politely: that an alert was resolved. */
  said: string
  onDetails: (alert: AlertForViewer) => void
  onResponding: (alert: AlertForViewer) => void
}

/** Milliseconds in which the dialog takes nothing after it came up: what is typed or touched then was meant for the page below. */
const MOUNT_GUARD_MS = 1_000
/** Milliseconds in which answers rest after another alert took the place of the one on the screen: nobody answers the wrong one. */
const SWAP_GUARD_MS = 700

/**
 * The alarm over everything. Escape stops the sound and keeps the dialog. The first focus is the heading and no key: it comes up
 * in the middle of typing, and the next space must not stop the sound.
 */
export function EmergencyDialog({ alarms, unit, said, onDetails, onResponding }: Props) {
  const text = useText()
  const [chosen, setChosen] = useState<{ id: string; top: string } | null>(null)
  const top = useTopAlarm(alarms.alarms)
  // What the person chose from the list stays until another one comes up.
  const shown = alarms.alarms.find(({ id }) => id === chosen?.id && chosen.top === top?.id) ?? top
  const isFresh = useHeld('dialog', MOUNT_GUARD_MS)
  const isSwapped = useHeld(shown?.id, SWAP_GUARD_MS)
  if (!shown) return null

  const isHeld = isFresh || isSwapped
  const see = () => {
    if (!isHeld) alarms.see(shown)
  }
  const rest = (event: MouseEvent) => {
    if (!isFresh) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <TopDialog
      role="alertdialog"
      labelledBy="alarm-title"
      describedBy="alarm-facts"
      onEscape={() => isFresh || alarms.stopSound()}
      className={css.alarm}
    >
      <div className={css.field} onPointerDownCapture={see} onKeyDownCapture={see} onClickCapture={rest}>
        <svg className={css.hills} viewBox="0 0 1280 400" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
          <path d="M0 400V250c120 0 170-120 290-120s170 110 290 110 200-150 330-150 210 140 370 150v160z" />
          <path d="M0 400V330c160 0 220-90 360-90s220 80 360 80 260-110 560-90v170z" />
        </svg>
        <header className={css.band}>
          <Mark size={32} />
          <h1 id="alarm-title" tabIndex={-1} data-first-focus>
            {text('alerts.alarm.title')}
          </h1>
          <SoundKey alarms={alarms} />
        </header>
        <AlarmOthers alarms={alarms.alarms} shownId={shown.id} onChoose={(id) => top && setChosen({ id, top: top.id })} />
        <div className={css.content} key={shown.id}>
          <AlarmFacts alert={shown} onMedia={() => onDetails(shown)} />
          <Boundary fallback={<BareMap alert={shown} />}>
            <AlarmMap alert={shown} unit={unit} />
          </Boundary>
          <Answers alert={shown} alarms={alarms} isResting={isHeld} onDetails={onDetails} onResponding={onResponding} />
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
    </TopDialog>
  )
}

/** True until `what` has been on the screen for that long. */
function useHeld(what: string | undefined, forMs: number): boolean {
  const [released, setReleased] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Counted from the first picture of it: a slow device shows it long after it was made.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setReleased(what), forMs)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      setReleased(undefined)
    }
  }, [what, forMs])
  return released === undefined || released !== what
}

function SoundKey({ alarms }: { alarms: Alarms }) {
  const text = useText()
  const sound = useSoundState()
  const isBlocked = alarms.sounds && sound === 'blocked'
  if (isBlocked) {
    return (
      <button type="button" className={css.stop} onClick={() => void enableSound()}>
        <IconVolume size={22} stroke={2} aria-hidden="true" />
        {text('alerts.alarm.enableSound')}
      </button>
    )
  }
  return (
    <button type="button" className={css.stop} aria-disabled={!alarms.sounds} onClick={alarms.stopSound}>
      <IconVolumeOff size={22} stroke={2} aria-hidden="true" />
      {text(alarms.sounds ? 'alerts.alarm.stopSound' : 'alerts.alarm.soundStopped')}
    </button>
  )
}

interface AnswersProps extends Pick<Props, 'alarms' | 'onDetails' | 'onResponding'> {
  alert: AlertForViewer
  isResting: boolean
}

function Answers({ alert, alarms, isResting, onDetails, onResponding }: AnswersProps) {
  const text = useText()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  const give = async (answer: 'responding' | 'cannotHelp') => {
    if (isResting || state === 'busy') return
    setState('busy')
    try {
      await alarms.answer(alert.id, answer)
      if (answer === 'responding') onResponding(alert)
    } catch {
      setState('failed') // said above the keys; the alarm stays until the unit has the answer
    }
  }
  return (
    <div className={css.actions}>
      {state === 'failed' && <p role="alert">{text('alerts.answerFailed')}</p>}
      <button
        type="button"
        className={css.respond}
        aria-busy={state === 'busy'}
        aria-disabled={isResting || undefined}
        onClick={() => void give('responding')}
      >
        <IconRun size={28} stroke={2} aria-hidden="true" />
        {text('alerts.responding')}
      </button>
      <div className={css.pair}>
        <button type="button" aria-disabled={isResting || undefined} onClick={() => void give('cannotHelp')}>
          <IconHandStop size={22} stroke={2} aria-hidden="true" />
          {text('alerts.cannotHelp')}
        </button>
        <button type="button" aria-disabled={isResting || undefined} onClick={() => isResting || onDetails(alert)}>
          <IconInfoCircle size={22} stroke={2} aria-hidden="true" />
          {text('alerts.alarm.details')}
        </button>
      </div>
    </div>
  )
}
