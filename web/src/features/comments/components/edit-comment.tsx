import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { COMMENT_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { useUnit } from '../../../platform/unit.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ImageField } from '../../../ui/image-field.tsx'
import { withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { useEditComment } from '../comments.changes.ts'

/** Words and picture of one's own comment. */
export function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [words, setWords] = useState(comment.description)
  const [image, setImage] = useState<File | null>(null)
  const [removesImage, setRemovesImage] = useState(false)
  const { mutate, isPending } = useEditComment(comment.id)
  const keptUrl = removesImage ? null : (comment.image?.previewUrl ?? comment.imageUrl)
  const chooseImage = (chosen: File | null) => {
    const [fitting = null] = chosen ? withoutTooLarge([chosen], maxMb) : []
    if (chosen && !fitting) return
    setImage(fitting)
    setRemovesImage(chosen === null && comment.imageUrl !== null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() !== '') mutate({ words: words.trim(), image, removesImage }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text('comments.edit')}
      onClose={onClose}
      onSubmit={submit}
      isReady={words.trim() !== ''}
      isBusy={isPending}
    >
      <Textarea
        label={text('comments.text')}
        rows={4}
        maxLength={COMMENT_MAX}
        data-autofocus
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ImageField
        label={text('comments.image')}
        chooseLabel={text('comments.imageChoose')}
        replaceLabel={text('comments.imageReplace')}
        removeLabel={text('comments.imageRemove')}
        keptUrl={keptUrl}
        image={image}
        onChange={chooseImage}
      />
    </FormDialog>
  )
}
