import { IconMicrophone } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type Notes, playTones } from '../../../platform/audio/tones.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useMicrophoneLevel } from '../../../platform/device/microphone-level.ts'
import css from './voice-dialog.module.css'

/** The microphone is open: the user may speak. */
const OPEN_TONES: Notes = [
  [0, 660],
  [0.08, 880],
]

/** Shows that the microphone is open, and its level. */
export function OpenMicrophone({ stream }: { stream: MediaStream }) {
  const text = useText()
  const level = useMicrophoneLevel(stream)
  useEffect(() => playTones('playback', OPEN_TONES), [stream])
  return (
    <p className={css.microphone}>
      <IconMicrophone size={20} stroke={2} aria-hidden="true" />
      {text('handsFree.microphoneOpen')}
      <span className={css.level} aria-hidden="true">
        <span style={{ width: `${Math.round(level * 100)}%` }} />
      </span>
    </p>
  )
}
