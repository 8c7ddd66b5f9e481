import { IconMicrophoneOff, IconScreenShare } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import css from './call-stage.module.css'

interface Props {
  person: Person
  /** The name on the tile. */
  name: string
  /** Label of the video. */
  label: string
  stream: MediaStream | null
  hasCamera: boolean
  isScreen: boolean
  isMuted: boolean
  isSpeaking?: boolean | undefined
  isMirrored?: boolean
  /** State of the connection, unless it is connected. */
  note?: string | undefined
}

/** The picture of one participant, or the avatar while the camera is off. */
export function CallTile(props: Props) {
  const { person, name, label, stream, hasCamera, isScreen, isMuted, isSpeaking = false, isMirrored = false, note } = props
  const text = useText()
  return (
    <figure className={css.tile} data-speaking={isSpeaking || undefined}>
      {stream && hasCamera ? (
        <StreamVideo stream={stream} label={label} isMirrored={isMirrored} isWhole={isScreen} />
      ) : (
        <span className={css.face}>
          <Avatar person={person} size={72} />
          <span>{note ?? text('calls.isCameraOff')}</span>
        </span>
      )}
      <figcaption className={css.caption}>
        {isScreen && <IconScreenShare size={18} stroke={2} role="img" aria-label={text('calls.sharesScreen')} />}
        {isMuted && <IconMicrophoneOff size={18} stroke={2} role="img" aria-label={text('calls.isMuted')} />}
        <span className="one-line" translate="no">
          {name}
        </span>
        {isSpeaking && <span className="visually-hidden">{text('calls.isSpeaking')}</span>}
        {note !== undefined && hasCamera && <span className="one-line">{note}</span>}
      </figcaption>
    </figure>
  )
}

interface VideoProps {
  stream: MediaStream
  label: string
  isMirrored: boolean
  /** The whole picture is visible. Otherwise it covers the tile. */
  isWhole: boolean
}

/** The picture of a stream. Its sound is played by the owner of the speaker (`platform/audio`). */
function StreamVideo({ stream, label, isMirrored, isWhole }: VideoProps) {
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      if (!video) return
      video.srcObject = stream
      return () => {
        video.srcObject = null
      }
    },
    [stream],
  )
  return (
    <video
      ref={attach}
      className={css.video}
      aria-label={label}
      data-mirrored={isMirrored || undefined}
      data-whole={isWhole || undefined}
      autoPlay
      playsInline
      muted
    />
  )
}
