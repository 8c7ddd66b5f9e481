import { IconMicrophone } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Notes, playTones } from '../../../platform/audio/tones.ts'
import { say, stopSaying } from '../../../platform/audio/say.ts'
import { useText } from '../../../platform/i18n.ts'
import { CommandRecorder } from '../command-recorder.ts'
import { answerOf } from '../voice-dialog.ts'
import css from './voice-dialog.module.css'

/** Milliseconds of one recorded part. A 'stop' must be recognised before the countdown ends. */
const PART_MS = 250
const SECOND_TONE: Notes = [[0, 990]]
const COUNTDOWN_SECONDS = 5

/**
 * Accompanies the countdown of an SOS that was raised by voice: speaks the seconds, and listens for a 'stop'. The dialog of the
 * countdown has the buttons.
 */
export function SpokenCountdown({ onCancel }: { onCancel: () => void }) {
  const text = useText()
  const [isListening, setListening] = useState(false)
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    let seconds = COUNTDOWN_SECONDS
    const tick = () => {
      if (seconds < 1) return
      playTones('alarm', SECOND_TONE)
      say('alarm', String(seconds--))
    }
    tick()
    const timer = setInterval(tick, 1000)
    return () => {
      clearInterval(timer)
      stopSaying()
    }
  }, [])
  useEffect(() => {
    let recorder: CommandRecorder | null = null
    let isOver = false
    const listen = async () => {
      while (!isOver) {
        recorder = new CommandRecorder({
          partMs: PART_MS,
          onText: () => undefined,
          onMicrophone: (stream) => setListening(stream !== null),
          onEnd: () => undefined,
        })
        const result = await recorder.result
        if (result.kind !== 'spoken') return // without a microphone or a recogniser, only the button cancels
        if (!isOver && answerOf(result.text) === 'stop') cancel()
      }
    }
    void listen()
    return () => {
      isOver = true
      recorder?.cancel()
    }
  }, [])
  // The dialog of the countdown covers the page: only an element within it is visible.
  const dialog = document.querySelector('dialog[open]')
  if (!isListening || !dialog) return null
  return createPortal(
    <p className={css.cancelNote}>
      <IconMicrophone size={20} stroke={2} aria-hidden="true" />
      {text('handsFree.microphoneOpen')} · {text('handsFree.sosCancelNote')}
    </p>,
    dialog,
  )
}
