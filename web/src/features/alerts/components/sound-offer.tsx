import { Button } from '@mantine/core'
import { IconVolumeOff } from '@tabler/icons-react'
import { enableSound, useSoundState } from '../../../platform/alarm-sound.ts'
import { useText } from '../../../platform/i18n.ts'
import css from './sound-offer.module.css'

/** Before any alarm: a browser that nobody has touched yet keeps it silent. */
export function SoundOffer() {
  const text = useText()
  if (useSoundState() !== 'blocked') return null
  return (
    <p className={css.offer}>
      <IconVolumeOff size={22} stroke={1.75} aria-hidden="true" />
      <span>{text('alerts.home.soundOffer')}</span>
      <Button variant="default" mih={44} px="sm" onClick={() => void enableSound()}>
        {text('alerts.alarm.enableSound')}
      </Button>
    </p>
  )
}
