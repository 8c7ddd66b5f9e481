import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import type { Alarms } from '../../features/alerts/use-alarms.ts'
import { enableSound, useSoundState } from '../../platform/audio/output.ts'
import { useText } from '../../platform/language/i18n.ts'
import css from './emergency-dialog.module.css'

/** Stops the alarm sound, or enables it if the browser blocks it. */
export function AlarmSoundButton({ alarms }: { alarms: Alarms }) {
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
