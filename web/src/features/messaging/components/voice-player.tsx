import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { waveformOf } from '../../../platform/audio/waveform.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useObservable } from '../../../platform/observable.ts'
import { PlaybackNotice, usePlaybackProblem } from '../../../ui/media/media-player.tsx'
import { playingNote } from '../playing-note.ts'
import { nextRate, seekNote, showNote, toggleNote } from '../voice-playback.ts'
import css from './message-content.module.css'
import { Waveform } from './waveform.tsx'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

interface Props {
  url: string
  /** File name. */
  name: string
  /** Bytes. */
  size: number
  /** Name of the sender; null for an own message. */
  sender: string | null
}

/**
 * Player of a recording: play button, waveform, position or length, and the speed while it plays. The sound goes on when
 * the player is scrolled away or its screen is left.
 */
export function VoicePlayer({ url, name, size, sender }: Props) {
  const text = useText()
  const note = useMemo(() => ({ url, sender }), [url, sender])
  const playing = useObservable(playingNote, (current) => (current?.note.url === url ? current : null))
  const { length, measure } = useLength()
  const player = useRef<HTMLSpanElement>(null)
  const levels = useWaveform(player, url, size)
  const { problem, retry, onError } = usePlaybackProblem(url)
  const hasProblem = problem !== null
  // A layout effect, whose end has the notes below this one still in the page.
  useLayoutEffect(() => (player.current && !hasProblem ? showNote(player.current, note) : undefined), [note, hasProblem])
  if (problem) return <PlaybackNotice kind="audio" problem={problem} src={url} name={name} onRetry={retry} />
  const at = Math.min(playing?.at ?? 0, length)
  const isPlaying = playing?.isPlaying ?? false
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <span ref={player} className={css.voice}>
      <button
        type="button"
        className={css.play}
        aria-label={text(isPlaying ? 'messages.pause' : 'messages.play')}
        onClick={() => toggleNote(note)}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
      <span className={css.position} data-shaped={levels ? '' : undefined}>
        <input
          type="range"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={at}
          aria-label={text('messages.playAt')}
          aria-valuetext={clock(at)}
          onChange={({ currentTarget }) => seekNote(note, Number(currentTarget.value))}
        />
        {levels && <Waveform levels={levels} played={length > 0 ? at / length : 0} />}
      </span>
      <span className="num">{clock(isPlaying || at > 0 ? at : length)}</span>
      {playing && <RateButton rate={playing.rate} />}
      <audio src={url} preload="metadata" aria-label={name} onError={onError} {...measure} />
    </span>
  )
}

/** Changes the speed of the note that plays. */
export function RateButton({ rate }: { rate: number }) {
  const text = useText()
  return (
    <button type="button" className={css.rate} aria-label={text('voice.rate', { rate })} onClick={nextRate}>
      {rate}×
    </button>
  )
}

/** Returns the length of a recording in seconds, 0 while it is unknown, and the listeners of an element that measures it. */
function useLength() {
  const [length, setLength] = useState(0)
  // Chromium does not know the length of its own recordings until it has sought to their end.
  const read = ({ currentTarget }: { currentTarget: HTMLAudioElement }) => {
    const { duration } = currentTarget
    if (Number.isFinite(duration)) setLength(duration)
    else if (currentTarget.currentTime === 0) currentTarget.currentTime = 1e6
  }
  return { length, measure: { onLoadedMetadata: read, onDurationChange: read } }
}

/** Returns the waveform of a recording after its player was on the screen; null until it is known. */
function useWaveform(player: RefObject<HTMLElement | null>, url: string, size: number): readonly number[] | null {
  const [levels, setLevels] = useState<readonly number[] | null>(null)
  useEffect(() => {
    const { current } = player
    if (!current) return
    let isGone = false
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void waveformOf(url, size).then((found) => {
        if (!isGone) setLevels(found)
      })
    })
    observer.observe(current)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [player, url, size])
  return levels
}
