import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PersonPicker } from '../../../ui/person-picker.tsx'
import { useStartChat } from '../messaging.changes.ts'
import { threadsQuery } from '../messaging.queries.ts'

/** Begins a personal chat. Who is in one already is not offered. */
export function NewChatDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const reader = useReader()
  const { data } = useQuery(threadsQuery('personal'))
  const { mutate, isPending } = useStartChat(onClose)
  const excluded = [...(data?.items.flatMap(({ recipient }) => recipient?.id ?? []) ?? []), ...(reader ? [reader.id] : [])]
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.newChat')}>
      <PersonPicker
        label={text('messages.newChatWith')}
        excludedIds={excluded}
        onPick={({ id }) => {
          if (!isPending) mutate(id)
        }}
      />
    </Dialog>
  )
}
