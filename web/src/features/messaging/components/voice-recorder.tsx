import { ActionIcon } from '@mantine/core'
import { IconLock, IconMicrophone, IconPlayerStopFilled, IconSendFilled, IconTrash } from '@tabler/icons-react'
import { type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { holdPress } from '../../../platform/device/hold-press.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useObservable } from '../../../platform/observable.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { Elapsed } from '../../../ui/media/elapsed.tsx'
import { MediaPlayer } from '../../../ui/media/media-player.tsx'
import { showCaptureWarning, useObjectUrl } from '../../../ui/media/media-stream.ts'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { pauseNote } from '../voice-playback.ts'
import { VoiceRecording } from '../voice-recording.ts'
import css from './voice-recorder.module.css'
import { Waveform } from './waveform.tsx'

/** The latest levels that the waveform shows. */
const BARS = 40

/**
 * Records a voice note in the composer.
 * @returns `button` records and sends; `strip` replaces the field meanwhile; `questions` are dialogs
 */
export function useVoiceRecorder(maxMb: number, onSend: (file: File) => void) {
  const send = useEffectEvent(onSend)
  const [sent, setSent] = useState<File | null>(null)
  useEffect(() => {
    if (sent) send(sent)
  }, [sent])
  const [recording] = useState(
    () =>
      new VoiceRecording({
        onSend: setSent,
        onProblem: (problem) =>
          problem === null ? toastWarning('media.unsupported') : showCaptureWarning(problem, 'media.grantMicrophone'),
      }),
  )
  useEffect(() => () => recording.reset(), [recording])
  const stage = useObservable(recording.view, (view) => view.stage)
  const isHeld = useObservable(recording.view, (view) => view.isHeld)
  const isOn = stage !== 'off'
  const { question } = useUnsavedGuard(isOn, () => recording.reset())
  return {
    button: isOn && !isHeld ? <SendButton recording={recording} /> : <RecordButton recording={recording} maxMb={maxMb} />,
    strip: isOn ? <Strip recording={recording} /> : null,
    questions: (
      <>
        {question}
        <DiscardQuestion recording={recording} />
      </>
    ),
  }
}

interface Props {
  recording: VoiceRecording
}

/** Records while it is held. After a tap the recording goes on without it. */
function RecordButton({ recording, maxMb }: Props & { maxMb: number }) {
  const text = useText()
  const isHeld = useObservable(recording.view, (view) => view.isHeld)
  const isLeaving = useObservable(recording.view, (view) => view.isLeaving)
  const from = useRef({ x: 0, y: 0 })
  const { handlers } = useMemo(() => {
    const press = (held: boolean) => {
      pauseNote() // the recording would have it too
      recording.press(maxMb * BYTES_PER_MB, held)
    }
    return holdPress({
      press: () => press(true),
      release: (isLifted) => recording.release(isLifted),
      tap: () => press(false),
    })
  }, [recording, maxMb])
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    from.current = { x: event.clientX, y: event.clientY }
    handlers.onPointerDown(event)
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) =>
    recording.slide(clientX - from.current.x, clientY - from.current.y)
  return (
    <span className={css.around}>
      {isHeld && !isLeaving && (
        <span className={css.lock} aria-hidden="true">
          <IconLock size={20} stroke={2} />
        </span>
      )}
      <ActionIcon
        key="record"
        className={css.record}
        aria-label={text('messages.attach.voice')}
        aria-description={text('voice.how')}
        data-held={isHeld || undefined}
        {...handlers}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
      >
        <IconMicrophone size={24} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}

/** Sends the recording, also while it runs. */
function SendButton({ recording }: Props) {
  const text = useText()
  const button = useRef<HTMLButtonElement>(null)
  // The button that began the recording is gone.
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <ActionIcon
      key="send"
      ref={button}
      className={css.send}
      aria-label={text('media.send')}
      onClick={({ detail }) => recording.click(detail > 0)}
    >
      <IconSendFilled size={22} aria-hidden="true" />
    </ActionIcon>
  )
}

/** What is recorded, and how to discard or to stop it. */
function Strip({ recording }: Props) {
  const text = useText()
  const { stage, isHeld, isLeaving, levels, wasCut, recording: blob } = useObservable(recording.view)
  const url = useObjectUrl(blob)
  return (
    <div className={css.strip} data-leaving={isLeaving || undefined}>
      {!isHeld && (
        <ActionIcon aria-label={text('media.discard')} onClick={() => recording.askToDiscard()}>
          <IconTrash size={22} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      {stage === 'starting' && <p role="status">{text('media.microphoneStarting')}</p>}
      {stage === 'recording' && (
        <>
          <Elapsed className={css.elapsed} label={text('media.recordingSound')} isLabelHidden />
          <div className={css.live}>
            <Waveform levels={[...Array.from({ length: BARS }, () => 0), ...levels].slice(-BARS)} />
            {isHeld && <p>{text(isLeaving ? 'voice.lift' : 'voice.slide')}</p>}
          </div>
          {!isHeld && (
            <ActionIcon aria-label={text('media.stop')} onClick={() => recording.stop()}>
              <IconPlayerStopFilled size={22} aria-hidden="true" />
            </ActionIcon>
          )}
        </>
      )}
      {stage === 'stopped' && url && (
        <div className={css.review}>
          <MediaPlayer kind="audio" className={css.player} src={url} name={text('messages.attach.voice')} isLocal />
          {wasCut && <p role="status">{text('voice.cut')}</p>}
        </div>
      )}
    </div>
  )
}

function DiscardQuestion({ recording }: Props) {
  const text = useText()
  const isAsked = useObservable(recording.view, (view) => view.isAsked)
  if (!isAsked) return null
  return (
    <ConfirmDialog
      isOpen
      onClose={() => recording.keep()}
      onConfirm={() => recording.reset()}
      title={text('voice.discardQuestion')}
      confirmLabel={text('chrome.discard')}
      cancelLabel={text('voice.keep')}
    >
      <p>{text('voice.discardNote')}</p>
    </ConfirmDialog>
  )
}
