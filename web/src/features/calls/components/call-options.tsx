import { Button, NativeSelect } from '@mantine/core'
import { IconMaximize, IconMinimize, IconScreenShare, IconScreenShareOff } from '@tabler/icons-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { CallRoom } from '../media/call-room.ts'
import type { RoomView } from '../media/room-view.ts'
import { canShareScreen } from '../media/shared-screen.ts'
import { preferHighVideo, prefersHighVideo } from '../media/presets.ts'
import { deviceKinds, type DeviceKind } from '../media/local-media.ts'
import css from './call-controls.module.css'

interface Props {
  room: CallRoom
  view: RoomView
  onClose: () => void
}

const deviceLabels = {
  audioinput: 'calls.microphone',
  videoinput: 'calls.camera',
  audiooutput: 'calls.speaker',
} as const satisfies Record<DeviceKind, string>

/** Volume, devices, screen sharing and full screen. */
export function CallOptions({ room, view, onClose }: Props) {
  const text = useText()
  const volumeId = useId()
  const isFullScreen = useFullScreen()
  const [isHigh, setHigh] = useState(prefersHighVideo)
  const { own } = view
  return (
    <Dialog isOpen onClose={onClose} title={text('calls.options')}>
      <div className={css.options}>
        <div>
          <label htmlFor={volumeId} className={css.optionLabel}>
            {text('calls.volume')}
          </label>
          <input
            id={volumeId}
            type="range"
            className={css.volume}
            max={100}
            step={5}
            value={Math.round(view.volume * 100)}
            onChange={({ currentTarget }) => room.setVolume(currentTarget.valueAsNumber / 100)}
          />
        </div>
        {deviceKinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={text(deviceLabels[kind])}
            value={own.chosen[kind] ?? ''}
            disabled={own.devices[kind].length === 0}
            data={[
              { value: '', label: text('calls.defaultDevice') },
              ...own.devices[kind]
                .filter(({ id }) => id !== 'default')
                .map(({ id, label }, index) => ({ value: id, label: label || `${text(deviceLabels[kind])} ${index + 1}` })),
            ]}
            onChange={({ currentTarget }) => void room.media.choose(kind, currentTarget.value || undefined)}
          />
        ))}
        <NativeSelect
          label={text('calls.videoQuality')}
          description={text('calls.videoQualityNote')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={isHigh ? 'high' : 'medium'}
          data={(['medium', 'high'] as const).map((value) => ({ value, label: text(`calls.videoQuality.${value}`) }))}
          onChange={({ currentTarget }) => {
            setHigh(currentTarget.value === 'high')
            preferHighVideo(currentTarget.value === 'high')
          }}
        />
        {canShareScreen() && (
          <Button
            variant="default"
            leftSection={own.isScreen ? <IconScreenShareOff size={20} stroke={2} /> : <IconScreenShare size={20} stroke={2} />}
            onClick={() => {
              onClose()
              void room.media.toggleScreen()
            }}
          >
            {text(own.isScreen ? 'calls.stopSharing' : 'calls.shareScreen')}
          </Button>
        )}
        {document.fullscreenEnabled && (
          <Button
            variant="default"
            leftSection={isFullScreen ? <IconMinimize size={20} stroke={2} /> : <IconMaximize size={20} stroke={2} />}
            onClick={() => void (isFullScreen ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
          >
            {text(isFullScreen ? 'calls.leaveFullScreen' : 'calls.fullScreen')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const subscribeToFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const useFullScreen = () => useSyncExternalStore(subscribeToFullScreen, () => document.fullscreenElement !== null)
