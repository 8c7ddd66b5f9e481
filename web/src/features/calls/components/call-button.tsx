import { IconPhone } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { CommandButton, CommandIcon } from '../../../ui/forms/command-button.tsx'

/** Calls a user, from the profile. */
export const CallButton = ({ userId }: { userId: string }) => (
  <CommandButton
    command="call.start"
    input={{ userId, threadId: null }}
    icon={<IconPhone size={20} stroke={2} aria-hidden="true" />}
    variant="default"
  />
)

/** Calls a user, from the header of the personal chat or from the history. */
export function CallIconButton({ userId, name }: { userId: string; name: string }) {
  const text = useText()
  return (
    <CommandIcon
      command="call.start"
      input={{ userId, threadId: null }}
      label={text('calls.callName', { name })}
      icon={<IconPhone size={24} stroke={1.75} aria-hidden="true" />}
    />
  )
}

/** Opens the dialog in which the user selects the group members to call. */
export function GroupCallButton({ threadId }: { threadId: string }) {
  const text = useText()
  return (
    <CommandIcon
      command="call.start"
      input={{ userId: null, threadId }}
      label={text('calls.groupCall')}
      icon={<IconPhone size={24} stroke={1.75} aria-hidden="true" />}
    />
  )
}
