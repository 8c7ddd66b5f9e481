import { Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import { COMMENT_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../../ui/forms/image-field.tsx'
import { useEditComment } from '../comments.changes.ts'
import { pictureProblemOf } from '../picture-problem.ts'

/** Edits the text and picture of an own comment. */
export function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [body, setBody] = useState(comment.description)
  const [image, setImage] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [removesImage, setRemovesImage] = useState(false)
  const { mutate, isPending } = useEditComment(comment.id)
  const keptUrl = removesImage ? null : (comment.image?.previewUrl ?? comment.imageUrl)
  const chooseImage = (chosen: File | null) => {
    const found = chosen && pictureProblemOf([chosen], text)
    setProblem(found)
    if (found !== null) return
    setImage(chosen)
    setRemovesImage(chosen === null && comment.imageUrl !== null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() !== '') mutate({ text: body.trim(), image, removesImage }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text('comments.edit')}
      onClose={onClose}
      onSubmit={submit}
      isReady={body.trim() !== ''}
      isBusy={isPending}
      hasUnsaved={body !== comment.description || image !== null || removesImage}
    >
      <Textarea
        label={text('comments.text')}
        rows={4}
        maxLength={COMMENT_MAX}
        data-autofocus
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <ImageField
        label={text('comments.image')}
        chooseLabel={text('comments.imageChoose')}
        replaceLabel={text('comments.imageReplace')}
        removeLabel={text('comments.imageRemove')}
        maxMb={maxMb}
        keptUrl={keptUrl}
        image={image}
        onChange={chooseImage}
        problem={problem}
      />
    </FormDialog>
  )
}
