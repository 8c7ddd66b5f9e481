import { IconAlertTriangle, IconDoorExit, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { useObservable } from '../../../platform/observable.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { RunningBar, RunningBarButton, RunningBarName, RunningBarNotice } from '../../../shared/devices/running-bar.tsx'
import type { CurrentRadio } from '../current-radio.ts'
import { useLiveRadio } from '../radio.queries.ts'
import { noticeText, statusText, talkLabel } from '../radio-texts.ts'
import { useTalkObstacle } from '../use-talk-obstacle.ts'
import { useTalkPress } from '../use-talk-press.ts'
import { AlarmQuestion } from './alarm-question.tsx'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

interface Props {
  radio: CurrentRadio
  /** Name of the group or of the other member. */
  name: string
  onOpen: (() => void) | undefined
  onLeave: () => void
}

/** The running radio chat in a bar: who talks, the talk button, the notice about the last talk, and the way out. */
export function CurrentRadioBar({ radio: { room, threadId }, name, onOpen, onLeave }: Props) {
  const text = useText()
  const view = useObservable(room.view)
  const { live } = useLiveRadio(threadId)
  const talkHandlers = useTalkPress(room)
  const obstacle = useTalkObstacle()
  const isTalking = view.state === 'onAir' || view.state === 'sending'
  const speaker = isTalking ? null : nameOf(live?.floor?.speaker ?? null) || null
  const canTalk = view.isJoined && (obstacle === null || obstacle === 'recording')
  return (
    <RunningBar
      label={text('radio.bar')}
      notice={
        <>
          {view.isInterrupted && <AlarmQuestion room={room} />}
          {view.notice && view.state === 'idle' && (
            <RunningBarNotice key={view.notice.number}>
              <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
              <span role="alert">{noticeText(view.notice, text)}</span>
              <button type="button" aria-label={text('chrome.close')} onClick={() => room.closeNotice()}>
                <IconX size={22} stroke={2} aria-hidden="true" />
              </button>
            </RunningBarNotice>
          )}
        </>
      }
    >
      <RunningBarName
        icon={WalkieTalkieIcon}
        name={name}
        note={view.refusal === null ? statusText(view, speaker, text) : text('radio.joinFailed')}
        onOpen={onOpen}
      />
      <RunningBarButton
        icon={WalkieTalkieIcon}
        label={talkLabel(view, speaker !== null, text)}
        isPressed={view.state === 'onAir'}
        isDisabled={!canTalk}
        {...talkHandlers}
      />
      <RunningBarButton icon={IconDoorExit} label={text('radio.leave')} isMain onClick={onLeave} />
    </RunningBar>
  )
}
