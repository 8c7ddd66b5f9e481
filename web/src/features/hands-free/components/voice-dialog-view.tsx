import { useEffect, useEffectEvent, useState } from 'react'
import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { useText } from '../../../platform/language/i18n.ts'
import { captureObstacle } from '../../../platform/device/media-capture.ts'
import { useObservable } from '../../../platform/observable.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { CommandRecorder } from '../command-recorder.ts'
import { understandCommand, useHasSpokenCommands } from '../hands-free.changes.ts'
import { keepText, keptText } from '../kept-text.ts'
import { VoiceDialog, type VoiceView } from '../voice-dialog.ts'
import { OpenMicrophone } from './open-microphone.tsx'
import { VoiceChoices } from './voice-choices.tsx'
import { VoiceConfirmation } from './voice-confirmation.tsx'
import css from './voice-dialog.module.css'
import { VoiceEditing } from './voice-editing.tsx'
import { VoiceRecording } from './voice-recording.tsx'

interface Props {
  /** Runs a confirmed command. */
  onCommand: (command: SpokenCommand) => void
  /** Shows the message of a failed command. */
  onFailed: (message: string) => void
  /** Whether something covers the dialog: the microphone must not be open behind it. */
  isCovered: boolean
  onClose: () => void
}

/**
 * The dialog of voice commands: recording with read-only text, then editable text with Reset and Send (specification,
 * section 2).
 */
export function VoiceDialogView({ onCommand, onFailed, isCovered, onClose }: Props) {
  const text = useText()
  const [earlierText] = useState(keptText)
  const [dialog] = useState(
    () =>
      new VoiceDialog({
        record: (options) => new CommandRecorder(options),
        understand: understandCommand,
        run: onCommand,
        fail(message, failedText) {
          keepText(failedText)
          onFailed(message)
        },
        close: onClose,
      }),
  )
  const view = useObservable(dialog.view)
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
        {isRecording(view) && <VoiceRecording view={view} dialog={dialog} />}
        {(view.stage === 'editing' || view.stage === 'understanding') && (
          <VoiceEditing
            view={view}
            earlierText={earlierText}
            hasRecogniser={hasRecogniser !== false}
            onChange={type}
            onReset={reset}
            onSend={() => void dialog.send(view.text)}
          />
        )}
        {view.stage === 'choosing' && (
          <VoiceChoices choices={view.command?.choices ?? []} onChoose={(each) => dialog.choose(each)} />
        )}
        {view.stage === 'confirming' && view.command && (
          <VoiceConfirmation
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
