import { Button } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { enableSound, useSoundState } from '../../../platform/audio/output.ts'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import css from './sound-offer.module.css'

/**
 * Warns that the browser blocks the alarm sound until the user touches the page. Any touch enables the sound. The card
 * then keeps its height and confirms it, so that nothing moves under the finger.
 */
export function SoundOffer() {
  const text = useText()
  const state = useSoundState()
  const [wasBlocked, setWasBlocked] = useState(state === 'blocked')
  if (state === 'blocked' && !wasBlocked) setWasBlocked(true)
  if (!wasBlocked) return null
  const isOn = state !== 'blocked'
  return (
    <div className={css.offer} data-on={isOn || undefined}>
      <p className={css.silent}>
        <IconVolumeOff size={22} stroke={1.75} aria-hidden="true" />
        <span>{text('alerts.home.soundOffer')}</span>
        <Button variant="default" mih={44} px="sm" onClick={() => void enableSound()}>
          {text('alerts.alarm.enableSound')}
        </Button>
      </p>
      <p className={css.on} role="status">
        {isOn && (
          <>
            <IconVolume size={22} stroke={1.75} aria-hidden="true" />
            <span>{text('alerts.home.soundOn')}</span>
          </>
        )}
      </p>
    </div>
  )
}
