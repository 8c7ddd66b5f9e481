import { useState } from 'react'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../../ui/forms/image-field.tsx'
import { useEditGroup } from '../messaging.changes.ts'
import { GroupFields, useGroupForm } from './group-fields.tsx'
import { HidesSeenSwitch } from './hides-seen-switch.tsx'

/** Edits the name, the description and the picture of a group, and whether it shows who has read messages. */
export function GroupDialog({ thread, onClose }: { thread: MessageThread; onClose: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const { mutate, isPending } = useEditGroup(thread.id)
  const keptUrl = thread.group?.imageUrl ?? null
  const [picture, setPicture] = useState<File | 'removed' | null>(null)
  const form = useGroupForm({
    name: thread.group?.name ?? '',
    description: thread.group?.description ?? '',
    hidesSeen: thread.group?.hidesSeen ?? false,
  })
  return (
    <FormDialog
      title={text('messages.editGroup')}
      onClose={onClose}
      isBusy={isPending}
      hasUnsaved={form.isDirty() || picture !== null}
      onSubmit={form.onSubmit((group) => mutate({ group, picture }, { onSuccess: onClose }))}
    >
      <GroupFields form={form} />
      <ImageField
        label={text('messages.group.picture')}
        chooseLabel={text('messages.group.pictureChoose')}
        replaceLabel={text('messages.group.pictureReplace')}
        removeLabel={text('messages.group.pictureRemove')}
        maxMb={maxMb}
        keptUrl={picture === 'removed' ? null : keptUrl}
        image={picture === 'removed' ? null : picture}
        onChange={(image) => setPicture(image ?? (keptUrl === null ? null : 'removed'))}
      />
      <HidesSeenSwitch form={form} />
    </FormDialog>
  )
}
