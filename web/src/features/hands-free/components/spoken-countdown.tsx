import { IconMicrophone } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Notes, playTones } from '../../../platform/audio/tones.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { CommandRecorder } from '../command-recorder.ts'
import { listenForStop } from '../listen-for-stop.ts'
import { watchSound } from '../sound-detector.ts'
import { speakSecond, stopSeconds } from '../spoken-seconds.ts'
import css from './voice-dialog.module.css'

/** Milliseconds of one recorded part, so that a 'stop' is recognised soon. */
const PART_MS = 250
const SECOND_TONE: Notes = [[0, 990]]
const COUNTDOWN_SECONDS = 5

/** Max milliseconds in which the countdown says what it counts, before it listens. */
const ANNOUNCEMENT_MS = 1_000

interface Props {
  /** The countdown is over, and the SOS waits for the text of what was said before its end. */
  isOver: boolean
  onCancel: () => void
  /** Reports whether something was said whose text is unknown. */
  onSpeech: (isUnknown: boolean) => void
}

/**
 * Accompanies the countdown of an SOS that was raised by voice: says what counts down, then plays a tone each second
 * and listens for a 'stop'. The microphone would record the other seconds, and no silence would end what the user says:
 * they are spoken only if it cannot listen. The dialog of the countdown has the buttons.
 */
export function SpokenCountdown({ isOver: isCountdownOver, onCancel, onSpeech }: Props) {
  const text = useText()
  const [isListening, setListening] = useState(false)
  const [speaks, setSpeaks] = useState(false)
  const listener = useRef<ReturnType<typeof listenForStop> | null>(null)
  const cancel = useEffectEvent(onCancel)
  const reportSpeech = useEffectEvent(onSpeech)
  const accompany = useEffectEvent((seconds: number) => {
    playTones('alarm', SECOND_TONE)
    if (speaks) void speakSecond(seconds)
  })
  useEffect(() => {
    let seconds = COUNTDOWN_SECONDS
    const timer = setInterval(() => {
      seconds -= 1
      if (seconds >= 1) accompany(seconds)
    }, 1000)
    return () => {
      clearInterval(timer)
      stopSeconds()
    }
  }, [])
  useEffect(() => {
    let isOver = false
    const listen = () => {
      if (isOver || listener.current) return
      listener.current = listenForStop({
        record: (handlers) => new CommandRecorder({ ...handlers, partMs: PART_MS, isAnswer: true, isContinuous: true }),
        watchSound,
        onStop: () => cancel(),
        onSpeech: (isUnknown) => reportSpeech(isUnknown),
        onMicrophone: setListening,
        onEnd: () => setSpeaks(true),
      })
    }
    playTones('alarm', SECOND_TONE)
    void speakSecond(COUNTDOWN_SECONDS).then(listen)
    const timer = setTimeout(listen, ANNOUNCEMENT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      listener.current?.end()
      listener.current = null
    }
  }, [])
  useEffect(() => {
    if (isCountdownOver) listener.current?.finish()
  }, [isCountdownOver])
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
