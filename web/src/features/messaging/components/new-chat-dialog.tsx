import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import { useOpenChat } from '../use-open-chat.ts'

/** Opens the personal chat with the selected user; creates it if missing. */
export function NewChatDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
  const { run, isRunning } = useOpenChat(onClose)
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.newChat')}>
      <PersonPicker
        label={text('messages.newChatWith')}
        excludedIds={viewer ? [viewer.id] : []}
        onPick={({ id }) => {
          if (!isRunning) run({ userId: id, threadId: null })
        }}
      />
    </Dialog>
  )
}
