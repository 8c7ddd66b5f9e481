import { IconMaximize, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { enableSound, useSoundState } from '../../../platform/audio/output.ts'
import { useText } from '../../../platform/language/i18n.ts'
import type { WakeLockState } from '../../../platform/device/wake-lock.ts'
import { SirenWarning } from './siren-idle.tsx'
import css from './siren.module.css'

/**
 * The large button that enables sound. It is shown until the browser allows sound. The same press enters full screen if
 * the browser supports it.
 */
export function SoundGate() {
  const text = useText()
  const sound = useSoundState()
  if (sound === 'none')
    return <SirenWarning title={text('siren.noSound')} icon={<IconVolumeOff size={28} stroke={1.75} aria-hidden="true" />} />
  if (sound === 'ready') return null
  const enable = () => {
    void enableSound()
    openFullScreen()
  }
  return (
    <button type="button" className={css.gate} onClick={enable}>
      <IconVolume size={44} stroke={2} aria-hidden="true" />
      <span>
        <b>{text('siren.enableSound')}</b>
        <span>{text('siren.enableSoundNote')}</span>
      </span>
    </button>
  )
}

/** Enters full screen. Browsers refuse it without a user gesture, and iPhones do not support it. */
function openFullScreen() {
  document.documentElement.requestFullscreen?.().catch(() => undefined)
}

const onFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The warnings about this device: its screen may turn off, or the page does not fill it. */
export function DeviceWarnings({ wakeLock }: { wakeLock: WakeLockState }) {
  const text = useText()
  const isFilled = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null)
  const mayFill = document.fullscreenEnabled && !isFilled
  return (
    <>
      {(wakeLock === 'unavailable' || wakeLock === 'refused') && <SirenWarning title={text('siren.sleeps')} />}
      {wakeLock === 'insecure' && <SirenWarning title={text('siren.sleepsInsecure')} />}
      {mayFill && (
        <button type="button" className={css.plain} onClick={openFullScreen}>
          <IconMaximize size={22} stroke={1.75} aria-hidden="true" />
          {text('siren.fullScreen')}
        </button>
      )}
    </>
  )
}
