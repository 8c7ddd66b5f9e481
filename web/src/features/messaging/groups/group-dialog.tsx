import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useEditGroup } from '../messaging.changes.ts'
import { GroupFields, useGroupForm } from './group-fields.tsx'

/** Edits the name and description of a group. */
export function GroupDialog({ thread, onClose }: { thread: MessageThread; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useEditGroup(thread.id)
  const form = useGroupForm({ name: thread.group?.name ?? '', description: thread.group?.description ?? '' })
  return (
    <FormDialog
      title={text('messages.editGroup')}
      onClose={onClose}
      isBusy={isPending}
      hasUnsaved={form.isDirty()}
      onSubmit={form.onSubmit((group) => mutate(group, { onSuccess: onClose }))}
    >
      <GroupFields form={form} />
    </FormDialog>
  )
}
