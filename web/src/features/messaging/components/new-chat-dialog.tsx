import { useText } from '../../../platform/i18n.ts'
import { useCurrentUser } from '../../../platform/current-user.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PersonPicker } from '../../../ui/person-picker.tsx'
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
