import { useText } from '../../../platform/language/i18n.ts'
import { CommandIcon } from '../../../ui/forms/command-button.tsx'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

/** Starts the radio chat of a thread, or joins the running one, from the header of the chat. */
export function RadioButton({ threadId }: { threadId: string }) {
  const text = useText()
  return (
    <CommandIcon
      command="radio.start"
      input={{ userId: null, threadId }}
      label={text('radio.open')}
      icon={<WalkieTalkieIcon />}
    />
  )
}
