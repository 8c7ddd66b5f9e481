import { useCommand } from '../../platform/commands/use-command.ts'
import { text } from '../../platform/language/i18n.ts'
import { toastError } from '../../ui/states/toast.tsx'

/** The command that opens a chat, with the message of the specification (section 8) if it fails. */
export const useOpenChat = (onOpened?: () => void) =>
  useCommand('chat.open', {
    ...(onOpened && { onDone: onOpened }),
    onFailed: () => toastError(text('messages.unknownError'), text('messages.tryLater')),
  })
