import { IconMicrophone, IconMicrophoneOff, IconPhone, IconPhoneEnd, IconScreenShareOff, IconVideoOff } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { callPageStatusOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { captureObstacle } from '../../../platform/device/media-capture.ts'
import { useObservable } from '../../../platform/observable.ts'
import { isPathOfCall } from '../../../platform/paths/paths.ts'
import { useWakeLock } from '../../../platform/device/wake-lock.ts'
import { RunningBar, RunningBarButton, RunningBarName } from '../../../shared/devices/running-bar.tsx'
import { useHasTopDialog } from '../../../ui/dialogs/top-dialog.tsx'
import { TopBars } from '../../../ui/dialogs/top-slot.tsx'
import { callName } from '../call-texts.ts'
import { useOpenCall } from '../calls.changes.ts'
import { useCall } from '../calls.queries.ts'
import type { RunningCall } from '../running-call.ts'
import { useRingback } from '../use-ringback.ts'
import { CallProgress } from './call-head.tsx'

/** The running call on each screen but its own, and above an alarm: who it is with, the microphone, and the end. */
export function RunningCallBar({ running }: { running: RunningCall }) {
  const { call } = useCall(running.callId)
  const isOnPage = useLocation({ select: ({ pathname }) => isPathOfCall(pathname, running.callId) })
  const isCovered = useHasTopDialog()
  useWakeLock()
  useRingback(call, running.myId)
  if (!call || (isOnPage && !isCovered)) return null
  return (
    <TopBars order={2}>
      <Bar call={call} running={running} isCovered={isCovered} />
    </TopBars>
  )
}

/** @param isCovered a dialog covers the page, so that opening the screen of the call would show nothing */
function Bar({ call, running, isCovered }: { call: Call; running: RunningCall; isCovered: boolean }) {
  const text = useText()
  const open = useOpenCall()
  const { room, myId, leave } = running
  const view = useObservable(room.view)
  const { hasMicrophone, isCameraOn, isScreen } = view.own
  return (
    <RunningBar label={text('calls.running')}>
      <RunningBarName
        icon={IconPhone}
        name={callName(call)}
        note={<CallProgress call={call} myId={myId} status={callPageStatusOf(call, myId)} view={view} />}
        onOpen={isCovered ? undefined : () => void open(call)}
      />
      {/* What others see is never left on without a sign of it. */}
      {isScreen && (
        <RunningBarButton
          icon={IconScreenShareOff}
          label={text('calls.stopSharing')}
          onClick={() => void room.media.toggleScreen()}
        />
      )}
      {isCameraOn && !isScreen && (
        <RunningBarButton icon={IconVideoOff} label={text('calls.cameraOff')} onClick={() => void room.media.toggleCamera()} />
      )}
      {captureObstacle() === null && (
        <RunningBarButton
          icon={hasMicrophone ? IconMicrophone : IconMicrophoneOff}
          label={text(hasMicrophone ? 'calls.mute' : 'calls.unmute')}
          isWarning={!hasMicrophone}
          onClick={() => void room.media.toggleMicrophone()}
        />
      )}
      <RunningBarButton icon={IconPhoneEnd} label={text('calls.end')} isMain onClick={leave} />
    </RunningBar>
  )
}
