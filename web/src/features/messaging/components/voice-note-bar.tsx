import { IconMicrophone, IconPlayerPauseFilled, IconPlayerPlayFilled, IconGauge, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { useObservable } from '../../../platform/observable.ts'
import { RunningBar, RunningBarButton, RunningBarName } from '../../../shared/devices/running-bar.tsx'
import { useHasTopDialog } from '../../../ui/dialogs/top-dialog.tsx'
import { TopBars } from '../../../ui/dialogs/top-slot.tsx'
import { playingNote } from '../playing-note.ts'
import { nextRate, stopNote, toggleNote } from '../voice-playback.ts'

/** A bar on each screen but that of its chat: the voice note that plays, with pause, speed and the way back. */
export function VoiceNoteBar() {
  const text = useText()
  const navigate = useNavigate()
  const isCovered = useHasTopDialog()
  const playing = useObservable(playingNote)
  const artist = playing?.note.sender ?? ''
  const title = text('messages.attach.voice')
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [title, artist])
  if (!playing || playing.isShown || isCovered) return null
  const { note, isPlaying, rate, path } = playing
  return (
    <TopBars order={4}>
      <RunningBar label={title}>
        <RunningBarName
          icon={IconMicrophone}
          name={note.sender ?? title}
          note={title}
          onOpen={() => void navigate({ to: path })}
        />
        <RunningBarButton
          icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
          label={text(isPlaying ? 'messages.pause' : 'messages.play')}
          onClick={() => toggleNote(note)}
        />
        <RunningBarButton icon={IconGauge} label={text('voice.rate', { rate })} onClick={nextRate} />
        <RunningBarButton icon={IconX} label={text('chrome.close')} onClick={stopNote} />
      </RunningBar>
    </TopBars>
  )
}
