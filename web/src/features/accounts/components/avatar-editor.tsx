import { Button, FileButton } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { withReadablePictures } from '../../../platform/device/readable-pictures.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toastInvalid } from '../../../ui/states/toast.tsx'
import { useRemoveAvatar } from '../profile.queries.ts'
import css from './profile.module.css'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })))

/** Changes or removes the user's own picture. */
export function AvatarEditor({ me }: { me: Me }) {
  const text = useText()
  const [picture, setPicture] = useState<File | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const resetInput = useRef<() => void>(null)
  const choose = (file: File | null) => {
    if (file && !file.type.startsWith('image/')) toastInvalid('error.file.notPicture')
    else if (file) withReadablePictures([file], ([readable = file]) => setPicture(readable))
  }
  const close = () => {
    setPicture(null)
    resetInput.current?.() // otherwise the same file could not be chosen twice
  }
  return (
    <div className={css.picture}>
      <Avatar person={me} size={120} />
      <div className={css.pictureButtons}>
        <FileButton
          accept="image/*"
          onChange={choose}
          resetRef={resetInput}
          inputProps={{ 'aria-label': text('profile.avatar') }}
        >
          {(button) => (
            <Button {...button} variant="light" leftSection={<IconPhoto size={20} stroke={1.75} />}>
              {text('profile.changeAvatar')}
            </Button>
          )}
        </FileButton>
        {me.avatarUrl !== null && (
          <Button variant="default" leftSection={<IconTrash size={20} stroke={1.75} />} onClick={() => setRemoving(true)}>
            {text('profile.removeAvatar')}
          </Button>
        )}
      </div>
      {picture && (
        <Suspense>
          <CropDialog userId={me.id} picture={picture} onClose={close} />
        </Suspense>
      )}
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </div>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const remove = useRemoveAvatar()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      isBusy={remove.isPending}
      title={text('profile.removeAvatarConfirm')}
      confirmLabel={text('profile.removeAvatar')}
    />
  )
}
