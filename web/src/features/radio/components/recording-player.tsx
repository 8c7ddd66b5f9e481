import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { PlaybackNotice, usePlaybackProblem } from '../../../ui/media/media-player.tsx'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { lengthText } from '../radio-texts.ts'
import css from './radio-log.module.css'

const FASTER = 1.5

/** Replays the recording of a radio message, also faster. The recording loads with its first play. */
export function RecordingPlayer({ message, isMine }: { message: Message; isMine: boolean }) {
  const text = useText()
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [hasStarted, setStarted] = useState(false)
  const [isFaster, setFaster] = useState(false)
  /** Seconds. */
  const [at, setAt] = useState(0)
  const [recording] = message.messageMedias
  const { problem, retry, onError } = usePlaybackProblem(recording?.mediaUrl ?? '')
  if (!recording) return null
  const length = lengthText(message.radio?.durationMs ?? 0)
  const play = isMine ? text('radio.playOwn', { length }) : text('radio.play', { length, name: nameOf(message.sender) })

  if (problem) {
    const { mediaUrl, previewName } = recording
    return <PlaybackNotice kind="audio" problem={problem} src={mediaUrl} name={previewName} onRetry={retry} />
  }
  const toggle = async () => {
    const { current } = audio
    if (!current) return
    if (!current.paused) return current.pause()
    setStarted(true)
    try {
      await current.play()
    } catch (error) {
      // Live sound may pause it at once. A file that cannot be played has a notice.
      const isExpected = error instanceof DOMException && ['AbortError', 'NotSupportedError'].includes(error.name)
      if (!isExpected) toastWarning('radio.playFailed')
    }
  }
  const changeSpeed = () => {
    if (audio.current) audio.current.playbackRate = isFaster ? 1 : FASTER
    setFaster(!isFaster)
  }
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <span className={css.player}>
      {hasStarted && (
        <button
          type="button"
          className={css.faster}
          aria-label={text('radio.faster')}
          aria-pressed={isFaster}
          onClick={changeSpeed}
        >
          {FASTER}×
        </button>
      )}
      <button
        type="button"
        className={css.play}
        aria-label={isPlaying ? text('radio.pause') : play}
        onClick={() => void toggle()}
      >
        <Icon size={16} aria-hidden="true" />
        <span className="num">{isPlaying ? lengthText(at * 1_000) : length}</span>
      </button>
      <audio
        ref={audio}
        src={recording.mediaUrl}
        preload="none"
        aria-label={text('radio.recording')}
        onError={onError}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onPlay={({ currentTarget }) => {
          currentTarget.playbackRate = isFaster ? FASTER : 1
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
      />
    </span>
  )
}
