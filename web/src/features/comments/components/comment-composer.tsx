import { ActionIcon } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { COMMENT_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { useUnit } from '../../../platform/unit.ts'
import { Composer } from '../../../ui/composer.tsx'
import { MediaChosen, withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { MediaSending } from '../../../ui/media-sending.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { useAddComment } from '../comments.changes.ts'
import css from './comments.module.css'

/** Where one writes a comment, with one picture if one likes. What could not be sent comes back into the field. */
export function CommentComposer({ postId, onAdded }: { postId: string; onAdded: () => void }) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [image, setImage] = useState<File | null>(null)
  const [returned, setReturned] = useState({ count: 0, words: '' })
  const chooser = useRef<HTMLInputElement>(null)
  const { mutate, isPending, percent, cancel } = useAddComment(postId)

  const take = (files: readonly File[]) => {
    const [fitting] = withoutTooLarge(files.filter(({ type }) => type.startsWith('image/')).slice(0, 1), maxMb)
    if (fitting) setImage(fitting)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])])
    target.value = '' // the same picture can be chosen again
  }
  const send = (words: string) => {
    if (isPending) return false
    mutate(
      { words, image },
      {
        onSuccess: () => {
          setImage(null)
          onAdded()
        },
        onError: () => setReturned(({ count }) => ({ count: count + 1, words })),
      },
    )
    return true
  }
  return (
    <div className={css.composer}>
      {image && (
        <div className={css.chosen}>
          <MediaChosen files={[image]} isLocked={isPending} onRemove={() => setImage(null)} />
          {isPending && <MediaSending percent={percent} onCancel={cancel} />}
        </div>
      )}
      <Composer
        key={returned.count}
        placeholder={text('comments.write')}
        sendLabel={text('comments.send')}
        maxLength={COMMENT_MAX}
        onTooLong={() => toastWarning('comments.tooLong', { max: COMMENT_MAX })}
        onSend={send}
        initial={returned.words}
        onFiles={take}
        before={
          <ActionIcon aria-label={text('comments.addPicture')} disabled={isPending} onClick={() => chooser.current?.click()}>
            <IconPhoto size={24} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        }
        // Specification, section 5: the key that sends shows only where there are words.
        whileEmpty={<span />}
      />
      <input ref={chooser} type="file" hidden accept="image/*" aria-label={text('comments.addPicture')} onChange={choose} />
    </div>
  )
}
