import {
  IconMicrophone,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconX,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { RunningBar, RunningBarButton, RunningBarName } from '../../../shared/devices/running-bar.tsx'
import { useHasTopDialog } from '../../../ui/dialogs/top-dialog.tsx'
import { TopBars } from '../../../ui/dialogs/top-slot.tsx'
import type { PlayingNote } from '../playing-note.ts'
import { nextRate, stopNote, toggleNote } from '../voice-playback.ts'

/** A bar on each screen but that of its chat: the voice note that plays, with pause, speed and the way back. */
export function VoiceNoteBar({ playing: { note, isPlaying, rate, path, isShown } }: { playing: PlayingNote }) {
  const text = useText()
  const navigate = useNavigate()
  const isCovered = useHasTopDialog()
  const title = text('messages.attach.voice')
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: note.sender ?? '' })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [title, note.sender])
  if (isShown || isCovered) return null
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
        <RunningBarButton icon={IconPlayerTrackNextFilled} label={text('voice.rate', { rate })} onClick={nextRate} />
        <RunningBarButton icon={IconX} label={text('chrome.close')} onClick={stopNote} />
      </RunningBar>
    </TopBars>
  )
}
