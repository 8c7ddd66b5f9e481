import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMicrophone, IconUsers } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { enableSound, useSoundState } from '../../../platform/audio/output.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { languageName } from '../../../platform/language-name.ts'
import { useHasNoDictation } from '../../../platform/device/speech-languages.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ReadyLink } from '../../../shared/devices/ready-link.tsx'
import { useRadio } from '../radio-context.ts'
import { lengthText, noticeText, statusText, talkLabel } from '../radio-texts.ts'
import { useTalkObstacle } from '../use-talk-obstacle.ts'
import { useTalkPress } from '../use-talk-press.ts'
import { AlarmQuestion } from './alarm-question.tsx'
import { LevelStrokes } from './level-strokes.tsx'
import css from './talk-controls.module.css'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

const PeopleDialog = lazy(() => import('./people-dialog.tsx').then(({ PeopleDialog: dialog }) => ({ default: dialog })))

interface Props {
  radioChat: RadioChat
  floor: RadioFloor | null
  /** The user may end the transmission of another user. */
  mayPreempt: boolean
  /** Link to the chat of the thread. */
  chatLink: ReactNode
}

/** The current speaker, and the buttons to talk. */
export function TalkControls({ radioChat, floor, mayPreempt, chatLink }: Props) {
  const text = useText()
  const { room, view, myId } = useRadio()
  const talkHandlers = useTalkPress(room)
  const obstacle = useTalkObstacle()
  const [hasPeople, setPeople] = useState(false)
  const speaker = view.state === 'onAir' || view.state === 'sending' ? null : (floor?.speaker ?? null)
  const isOnAir = view.state === 'onAir'
  const isLocked = view.isLocked && view.state !== 'idle'
  const canTalk = view.isJoined && (obstacle === null || obstacle === 'recording')
  return (
    <section className={css.desk} aria-label={text('radio.title')} data-toast-clear>
      {/* Above the talk button, which never moves under a finger. */}
      <Notices chatLink={chatLink} obstacle={obstacle} />
      {mayPreempt && canTalk && speaker !== null && speaker.id !== myId && (
        <Button
          variant="default"
          onClick={() => {
            room.release() // leaves the queue
            room.press({ isLocked: true, isPreempting: true })
          }}
        >
          {text('radio.preempt')}
        </Button>
      )}
      <p className={css.speaker}>
        {speaker && view.state === 'idle' && <Avatar person={speaker} size={32} />}
        <span role="status">{statusText(view, nameOf(speaker) || null, text)}</span>
        {floor?.transmissionId != null && <Elapsed key={floor.transmissionId} />}
      </p>
      <div className={css.buttons}>
        <button
          type="button"
          className={css.small}
          aria-label={text('radio.people')}
          aria-haspopup="dialog"
          onClick={() => setPeople(true)}
        >
          <IconUsers size={24} stroke={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={css.talk}
          aria-pressed={isOnAir}
          aria-describedby="talk-hint"
          data-turn={canTalk && speaker === null && !isOnAir ? 'free' : undefined}
          disabled={!canTalk}
          {...talkHandlers}
        >
          {(isOnAir || speaker !== null) && <LevelStrokes room={room} />}
          <WalkieTalkieIcon size={44} stroke={1.6} />
          <b>{talkLabel(view, speaker !== null, text)}</b>
        </button>
        <button
          type="button"
          className={css.small}
          aria-label={text('radio.lock')}
          aria-pressed={isLocked}
          disabled={!canTalk}
          onClick={() => room.toggle()}
        >
          <IconLock size={24} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <p className={css.line}>
        {view.isMicrophoneOpen && (
          <span className={css.microphone}>
            <IconMicrophone size={18} stroke={2} aria-hidden="true" />
            {text('radio.microphoneOpen')}
          </span>
        )}
        {view.isMicrophoneOpen && view.state === 'idle' && text('radio.microphoneNote')}
        <span id="talk-hint" className={css.hint} data-shown={!view.isMicrophoneOpen || undefined}>
          {text('radio.talk.hint')}
        </span>
      </p>
      {hasPeople && (
        <Suspense>
          <PeopleDialog radioChat={radioChat} floor={floor} myId={myId} onClose={() => setPeople(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The time since the transmission began to be shown. */
function Elapsed() {
  const [startedAt] = useState(() => performance.now())
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="num" role="timer">
      {lengthText(Math.floor((now - startedAt) / 1_000) * 1_000)}
    </span>
  )
}

/** Notices about the last talk, this page and its sound. */
function Notices({ chatLink, obstacle }: { chatLink: ReactNode; obstacle: ReturnType<typeof useTalkObstacle> }) {
  const text = useText()
  const { room, view } = useRadio()
  const sound = useSoundState()
  const language = useLanguage()
  const hasNoModel = useHasNoDictation(language)
  return (
    <>
      {view.isInterrupted && <AlarmQuestion room={room} />}
      <div role="alert">
        {view.notice && view.state === 'idle' && (
          <p className={css.notice} key={view.notice.number}>
            <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
            {noticeText(view.notice, text)}
          </p>
        )}
      </div>
      {obstacle === 'insecure' && (
        <p className={css.notice}>
          <span>
            {text('radio.insecure')} <ReadyLink />
          </span>
        </p>
      )}
      {obstacle === 'browser' && (
        <p className={css.notice}>
          <span>
            {text('radio.cannotTalk')} {chatLink}
          </span>
        </p>
      )}
      {obstacle === 'recording' && <p className={css.notice}>{text('radio.recordsOnly')}</p>}
      {hasNoModel && obstacle !== 'insecure' && obstacle !== 'browser' && (
        <p className={css.notice}>{text('transcript.noModelBefore', { language: languageName(language, language) })}</p>
      )}
      {obstacle === null && !view.hasLiveSound && <p className={css.notice}>{text('radio.soundFailed')}</p>}
      {sound === 'blocked' && obstacle !== 'insecure' && (
        <Button variant="light" onClick={() => void enableSound()}>
          {text('radio.enableSound')}
        </Button>
      )}
    </>
  )
}
