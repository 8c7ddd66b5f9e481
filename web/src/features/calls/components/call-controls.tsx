import {
  IconCameraRotate,
  IconDots,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneEnd,
  IconScreenShare,
  IconVideo,
  IconVideoOff,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { captureObstacle } from '../../../platform/device/media-capture.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { ReadyLink } from '../../../shared/devices/ready-link.tsx'
import type { CallRoom } from '../media/call-room.ts'
import type { RoomView } from '../media/room-view.ts'
import css from './call-controls.module.css'
import { CallOptions } from './call-options.tsx'

interface Props {
  call: Call
  room: CallRoom
  view: RoomView
  onEnd: () => void
}

/** The buttons of a call. */
export function CallControls({ call, room, view, onEnd }: Props) {
  const text = useText()
  const [hasOptions, setOptions] = useState(false)
  const { own, volume } = view
  const canCapture = captureObstacle() === null
  return (
    <div className={css.bar}>
      {own.isScreen && (
        <p className={css.sharing} role="status">
          <IconScreenShare size={22} stroke={2} aria-hidden="true" />
          <span>{text('calls.youShare')}</span>
          <button type="button" onClick={() => void room.media.toggleScreen()}>
            {text('calls.stopSharing')}
          </button>
        </p>
      )}
      <Notice call={call} view={view} canCapture={canCapture} />
      <div className={css.controls} role="group" aria-label={text('calls.controls')} data-toast-clear>
        <Control
          icon={own.hasMicrophone ? IconMicrophone : IconMicrophoneOff}
          label={text(own.hasMicrophone ? 'calls.mute' : 'calls.unmute')}
          isWarning={!own.hasMicrophone}
          isDisabled={!canCapture}
          onClick={() => void room.media.toggleMicrophone()}
        />
        <Control
          icon={own.isCameraOn ? IconVideo : IconVideoOff}
          label={text(own.isCameraOn ? 'calls.cameraOff' : 'calls.cameraOn')}
          isDisabled={!canCapture}
          onClick={() => void room.media.toggleCamera()}
        />
        <Control
          icon={IconCameraRotate}
          label={text('calls.switchCamera')}
          isDisabled={!canCapture}
          onClick={() => void room.media.switchFacing()}
        />
        <Control
          icon={volume > 0 ? IconVolume : IconVolumeOff}
          label={text(volume > 0 ? 'calls.soundOff' : 'calls.soundOn')}
          isWarning={volume === 0}
          onClick={() => room.setVolume(volume > 0 ? 0 : 1)}
        />
        <Control icon={IconDots} label={text('calls.more')} onClick={() => setOptions(true)} />
      </div>
      <button type="button" className={css.end} data-toast-clear onClick={onEnd}>
        <IconPhoneEnd size={26} stroke={1.75} aria-hidden="true" />
        {text('calls.end')}
      </button>
      {hasOptions && <CallOptions room={room} view={view} onClose={() => setOptions(false)} />}
    </div>
  )
}

interface ControlProps {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>
  label: string
  /** Amber: others do not hear the user, or the user does not hear them. */
  isWarning?: boolean
  isDisabled?: boolean
  onClick: () => void
}

function Control({ icon: Icon, label, isWarning = false, isDisabled = false, onClick }: ControlProps) {
  return (
    <button type="button" className={css.control} data-warning={isWarning || undefined} disabled={isDisabled} onClick={onClick}>
      <span>
        <Icon size={26} stroke={1.75} aria-hidden="true" />
      </span>
      {label}
    </button>
  )
}

/** Says why the others cannot hear the user. */
function Notice({ call, view, canCapture }: Pick<Props, 'call' | 'view'> & { canCapture: boolean }) {
  const text = useText()
  const isConnected = [...view.participants.values()].some(({ connection }) => connection === 'connected')
  if (!canCapture) {
    return (
      <p className={css.notice}>
        {text('calls.listenOnly')} <ReadyLink isNewTab />
      </p>
    )
  }
  if (!isConnected || view.own.hasMicrophone) return null
  return (
    <p className={css.notice}>
      <IconMicrophoneOff size={20} stroke={2} aria-hidden="true" />
      {call.otherUser ? text('calls.cannotHear', { name: nameOf(call.otherUser) }) : text('calls.othersCannotHear')}
    </p>
  )
}
