import { Button, Textarea } from '@mantine/core'
import { IconInfoCircle, IconMicrophone } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CommandRecipient, SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { COMMAND_TEXT_MAX } from '@noroshi/contract/limits'
import { type Notes, playTones } from '../../../platform/audio/tones.ts'
import { type MessageKey, useText } from '../../../platform/i18n.ts'
import { captureObstacle } from '../../../platform/media-capture.ts'
import { useMicrophoneLevel } from '../../../platform/microphone-level.ts'
import { CancelButton, Dialog } from '../../../ui/dialog.tsx'
import { ReadyLink } from '../../../ui/ready-link.tsx'
import formCss from '../../../ui/form.module.css'
import { CommandRecorder } from '../command-recorder.ts'
import { understandCommand, useHasSpokenCommands } from '../hands-free.changes.ts'
import { keepText, keptText } from '../kept-text.ts'
import { isComplete, VoiceDialog, type VoiceView } from '../voice-dialog.ts'
import css from './voice-dialog.module.css'

interface Props {
  /** Runs a confirmed command. */
  onCommand: (command: SpokenCommand) => void
  /** Shows the message of a failed command. */
  onFailed: (message: string) => void
  /** Whether something covers the dialog: the microphone must not be open behind it. */
  isCovered: boolean
  onClose: () => void
}

/** The microphone is open: the user may speak. */
const OPEN_TONES: Notes = [
  [0, 660],
  [0.08, 880],
]

/** The dialog of voice commands: recording with read-only text, then editable text with Reset and Send (specification, section 2). */
export function VoiceDialogView({ onCommand, onFailed, isCovered, onClose }: Props) {
  const text = useText()
  const [earlierText] = useState(keptText)
  const [dialog] = useState(
    () =>
      new VoiceDialog({
        record: (handlers) => new CommandRecorder(handlers),
        understand: understandCommand,
        run: onCommand,
        fail(message, failedText) {
          keepText(failedText)
          onFailed(message)
        },
        close: onClose,
      }),
  )
  const view = useSyncExternalStore(dialog.subscribe, () => dialog.view)
  const [isTyped, setTyped] = useState(false)
  const hasRecogniser = useHasSpokenCommands()
  const canRecord = hasRecogniser !== false && captureObstacle() === null
  const start = useEffectEvent(() => {
    if (canRecord) void dialog.listen()
    else dialog.type(hasRecogniser === false ? 'handsFree.noRecogniser' : 'media.insecure')
  })
  useEffect(() => dialog.setCovered(isCovered), [dialog, isCovered])
  useEffect(() => {
    dialog.open()
    start()
    return () => {
      // Something else closed the dialog, such as a call that was accepted.
      if (dialog.unusedText !== '') keepText(dialog.unusedText)
      dialog.close()
    }
  }, [dialog])
  const type = (typed: string) => {
    setTyped(typed !== '')
    dialog.edit(typed)
  }
  const reset = () => {
    setTyped(false)
    if (canRecord) void dialog.listen()
    else dialog.type(null, '')
  }
  return (
    <Dialog isOpen onClose={() => dialog.discard()} title={text('handsFree.title')} hasUnsaved={isTyped && isEditable(view)}>
      <div className={css.dialog}>
        {isRecording(view) && <Recording view={view} dialog={dialog} />}
        {(view.stage === 'editing' || view.stage === 'understanding') && (
          <Editing
            view={view}
            earlierText={earlierText}
            hasRecogniser={hasRecogniser !== false}
            onChange={type}
            onReset={reset}
            onSend={() => void dialog.send(view.text)}
          />
        )}
        {view.stage === 'choosing' && <Choices choices={view.command?.choices ?? []} onChoose={(each) => dialog.choose(each)} />}
        {view.stage === 'confirming' && view.command && (
          <Confirmation
            command={view.command}
            isListening={view.microphone !== null}
            onText={(typed) => {
              setTyped(true)
              dialog.editMessage(typed)
            }}
            onConfirm={() => dialog.confirm()}
          />
        )}
        {view.microphone && <OpenMicrophone stream={view.microphone} />}
      </div>
    </Dialog>
  )
}

const isRecording = ({ stage }: VoiceView) => stage === 'opening' || stage === 'listening' || stage === 'recognising'
/** Whether a typed text would be lost if the dialog closed. */
const isEditable = ({ stage, command }: VoiceView) =>
  stage === 'editing' || stage === 'understanding' || command?.command === 'message'

const stageKeys = {
  opening: 'handsFree.opening',
  listening: 'handsFree.listening',
  recognising: 'handsFree.recognising',
} as const

function Recording({ view, dialog }: { view: VoiceView; dialog: VoiceDialog }) {
  const text = useText()
  const { stage } = view
  const key = stage === 'opening' || stage === 'listening' || stage === 'recognising' ? stageKeys[stage] : 'handsFree.opening'
  return (
    <>
      <p className={css.stage} role="status">
        {text(key)}
      </p>
      <Textarea label={text('handsFree.spoken')} value={view.text} readOnly autosize minRows={2} maxRows={6} />
      <Examples />
      <div className={formCss.keys} data-toast-clear>
        <Button variant="default" onClick={() => dialog.type()}>
          {text('handsFree.type')}
        </Button>
        <Button disabled={stage !== 'listening'} loading={stage === 'recognising'} onClick={() => dialog.done()}>
          {text('handsFree.done')}
        </Button>
      </div>
    </>
  )
}

const EXAMPLES = [
  'handsFree.example.call',
  'handsFree.example.message',
  'handsFree.example.radio',
  'handsFree.example.sos',
] as const

function Examples() {
  const text = useText()
  return (
    <div className={css.examples}>
      <p>{text('handsFree.examples')}</p>
      <ul>
        {EXAMPLES.map((key) => (
          <li key={key}>{text(key)}</li>
        ))}
      </ul>
    </div>
  )
}

interface EditingProps {
  view: VoiceView
  earlierText: string
  /** false: the server recognises no commands in the language of the page. */
  hasRecogniser: boolean
  onChange: (typed: string) => void
  onReset: () => void
  onSend: () => void
}

/** Moves the focus into a part of the dialog that replaces another one, which had the focus. */
function useFocusOnMount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

function Editing({ view, earlierText, hasRecogniser, onChange, onReset, onSend }: EditingProps) {
  const text = useText()
  const field = useFocusOnMount<HTMLTextAreaElement>()
  const isBusy = view.stage === 'understanding'
  const isEmpty = view.text.trim() === ''
  return (
    <form
      className={formCss.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSend()
      }}
    >
      {view.note && <Note note={view.note === 'handsFree.notSent' && !hasRecogniser ? 'handsFree.noRecogniser' : view.note} />}
      <Textarea
        ref={field}
        label={text('handsFree.edit')}
        description={text('handsFree.editNote')}
        value={view.text}
        readOnly={isBusy}
        maxLength={COMMAND_TEXT_MAX}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter in an input method only ends the composition.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {isEmpty && earlierText !== '' && (
        <Button variant="default" className={css.earlier} onClick={() => onChange(earlierText)}>
          {text('handsFree.lastText', { text: earlierText })}
        </Button>
      )}
      {isEmpty && <Examples />}
      <div className={formCss.keys} data-toast-clear>
        <Button variant="default" disabled={isBusy} onClick={onReset}>
          {text('handsFree.reset')}
        </Button>
        <Button type="submit" disabled={isEmpty} loading={isBusy}>
          {text('handsFree.send')}
        </Button>
      </div>
    </form>
  )
}

/** The reason why there is no recording or no text. */
function Note({ note }: { note: MessageKey }) {
  const text = useText()
  const isDevice = note.startsWith('media.') && note !== 'media.busy'
  return (
    <div className={css.note} role="status">
      <IconInfoCircle size={20} stroke={2} aria-hidden="true" />
      <p>
        {text(note)} {isDevice && <ReadyLink />}
      </p>
    </div>
  )
}

function Choices({ choices, onChoose }: { choices: readonly CommandRecipient[]; onChoose: (choice: CommandRecipient) => void }) {
  const text = useText()
  const question = useFocusOnMount<HTMLHeadingElement>()
  return (
    <>
      <h3 ref={question} tabIndex={-1} className={css.question}>
        {text('handsFree.choose')}
      </h3>
      <div className={css.choices} data-toast-clear>
        {choices.map((choice) => (
          <Button key={choice.recipientUserId ?? choice.messageThreadId} variant="default" onClick={() => onChoose(choice)}>
            {choice.name}
          </Button>
        ))}
      </div>
    </>
  )
}

interface ConfirmationProps {
  command: SpokenCommand
  isListening: boolean
  onText: (typed: string) => void
  onConfirm: () => void
}

function Confirmation({ command, isListening, onText, onConfirm }: ConfirmationProps) {
  const text = useText()
  const { command: kind, recipientName, message } = command
  const question = useFocusOnMount<HTMLHeadingElement>()
  if (kind !== 'call' && kind !== 'message' && kind !== 'asrChat') return null
  return (
    <>
      <h3 ref={question} tabIndex={-1} className={css.question}>
        {text(`handsFree.confirm.${kind}`, { name: recipientName ?? '' })}
      </h3>
      {kind === 'message' && (
        <Textarea
          label={text('handsFree.messageText')}
          value={message ?? ''}
          maxLength={COMMAND_TEXT_MAX}
          autosize
          minRows={2}
          maxRows={6}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
      {isListening && <p className={css.answer}>{text('handsFree.confirmNote')}</p>}
      <div className={formCss.keys} data-toast-clear>
        <CancelButton />
        <Button disabled={!isComplete(command)} onClick={onConfirm}>
          {text('handsFree.confirm')}
        </Button>
      </div>
    </>
  )
}

/** Shows that the microphone is open, and its level. */
function OpenMicrophone({ stream }: { stream: MediaStream }) {
  const text = useText()
  const level = useMicrophoneLevel(stream)
  useEffect(() => playTones('playback', OPEN_TONES), [stream])
  return (
    <p className={css.microphone}>
      <IconMicrophone size={20} stroke={2} aria-hidden="true" />
      {text('handsFree.microphoneOpen')}
      <span className={css.level} aria-hidden="true">
        <span style={{ width: `${Math.round(level * 100)}%` }} />
      </span>
    </p>
  )
}
