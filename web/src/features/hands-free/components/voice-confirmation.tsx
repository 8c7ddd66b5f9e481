import { Button, Textarea } from '@mantine/core'
import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { COMMAND_TEXT_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { CancelButton } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { isComplete } from '../voice-dialog.ts'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import css from './voice-dialog.module.css'

interface Props {
  command: SpokenCommand
  isListening: boolean
  onText: (typed: string) => void
  onConfirm: () => void
}

/** The question whether a command is to run. */
export function VoiceConfirmation({ command, isListening, onText, onConfirm }: Props) {
  const text = useText()
  const { command: kind, recipientName, message } = command
  const question = useFocusOnMount<HTMLHeadingElement>()
  if (kind === 'sos' || kind === 'readMessages' || kind === 'confirm' || kind === 'stop') return null
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
