import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { PlaybackNotice, usePlaybackProblem } from '../../../ui/media/media-player.tsx'
import css from './message-content.module.css'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Player of a recording: play button, position and length. */
export function VoicePlayer({ url, name }: { url: string; name: string }) {
  const text = useText()
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  /** Seconds; 0 while unknown, for example for a recording of this browser. */
  const [length, setLength] = useState(0)

  // Chromium does not know the length of its own recordings until it has sought to their end.
  const isMeasuring = useRef(false)
  const measure = ({ currentTarget }: { currentTarget: HTMLAudioElement }) => {
    const { duration } = currentTarget
    if (Number.isFinite(duration)) {
      setLength(duration)
      if (isMeasuring.current) currentTarget.currentTime = 0
      isMeasuring.current = false
    } else if (!isMeasuring.current) {
      isMeasuring.current = true
      currentTarget.currentTime = 1e6
    }
  }
  const tick = ({ currentTarget }: { currentTarget: HTMLAudioElement }) => {
    if (!isMeasuring.current && !currentTarget.ended) setAt(currentTarget.currentTime)
  }
  const toggle = () => {
    const { current } = audio
    if (!current) return
    if (!current.paused) current.pause()
    else void current.play().catch(() => setPlaying(false))
  }
  const { problem, retry, onError } = usePlaybackProblem(url)
  if (problem) return <PlaybackNotice kind="audio" problem={problem} src={url} name={name} onRetry={retry} />
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <span className={css.voice}>
      <button type="button" aria-label={text(isPlaying ? 'messages.pause' : 'messages.play')} onClick={toggle}>
        <Icon size={20} aria-hidden="true" />
      </button>
      <input
        type="range"
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(at, length)}
        aria-label={text('messages.playAt')}
        aria-valuetext={clock(at)}
        onChange={({ currentTarget }) => {
          if (audio.current) audio.current.currentTime = Number(currentTarget.value)
          setAt(Number(currentTarget.value))
        }}
      />
      <span className="num">{clock(isPlaying || at > 0 ? at : length)}</span>
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        aria-label={name}
        onError={(event) => {
          setPlaying(false)
          onError(event)
        }}
        onLoadedMetadata={measure}
        onDurationChange={measure}
        onTimeUpdate={tick}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
      />
    </span>
  )
}
