import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { feedAbilities as abilities, type FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { POST_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { withoutTooLarge } from '../../../ui/forms/file-limits.ts'
import { SelectedMedia } from '../../../ui/media/selected-media.tsx'
import { MediaPicker, type MediaKind } from '../../../shared/media/media-picker.tsx'
import { UploadProgress } from '../../../ui/media/upload-progress.tsx'
import { LocationDialog } from '../../../shared/location/location-dialog.tsx'
import { toastError } from '../../../ui/states/toast.tsx'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { isSameLocation, locationOf } from '../location.ts'
import { type UnsentPost, unsentPosts } from '../unsent-posts.ts'
import { type PostContent, useEditPost } from '../use-edit-post.ts'
import { ExistingMedia } from './existing-media.tsx'
import { LocationField } from './location-field.tsx'
import { PostAdditions } from './post-additions.tsx'
import css from './post-dialog.module.css'

interface Props {
  feedId: string
  facts: FeedFacts
  /** null creates a new post. */
  post: FeedPostForViewer | null
  /** A new post that the server refused, with which the dialog starts. */
  refused?: UnsentPost
  onClose: () => void
}

const contentOf = (post: FeedPostForViewer | null, refused?: UnsentPost): PostContent => ({
  text: post?.textContent ?? refused?.payload.text ?? '',
  files: refused?.files ?? [],
  location: post ? locationOf(post) : (refused?.payload.location ?? null),
  removedIds: [],
})

const isChanged = (content: PostContent, before: PostContent): boolean =>
  content.text !== before.text ||
  content.files !== before.files ||
  content.removedIds.length > 0 ||
  !isSameLocation(content.location, before.location)

/**
 * Creates or edits a post: text, files and location. The content stays while another dialog adds files or a location.
 */
export function PostDialog({ feedId, facts, post, refused, onClose }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [before] = useState(() => contentOf(post, refused))
  const [content, setContent] = useState(before)
  const [adding, setAdding] = useState<MediaKind | 'location' | null>(null)
  const { percent, edit, cancel } = useEditPost(onClose)
  const [isTouched, setTouched] = useState(false)
  const existing = post?.postMedia.filter(({ id }) => !content.removedIds.includes(id)) ?? []
  const isEmpty = content.text.trim() === '' && content.files.length === 0 && existing.length === 0
  const change = (changes: Partial<PostContent>) => {
    // Adding only a location shows no error about the missing text yet.
    if ('text' in changes || !isEmpty) setTouched(true)
    setContent((known) => ({ ...known, ...changes }))
  }
  const closeAddition = () => setAdding(null)
  const hasUnsaved = isChanged(content, before)

  // One dialog at a time, so that Escape returns to this one.
  if (adding === 'location') {
    const choose = (location: PostContent['location']) => {
      change({ location })
      closeAddition()
    }
    return (
      <>
        <LocationDialog
          title={text('feeds.locationTitle')}
          confirmLabel={text('feeds.locationUse')}
          onChoose={choose}
          onClose={closeAddition}
        />
        <LeaveGuard hasUnsaved={hasUnsaved} onDiscard={onClose} />
      </>
    )
  }
  if (adding) {
    return (
      <>
        <MediaPicker
          kind={adding}
          title={text(`posts.add.${adding}`)}
          maxMb={maxMb}
          files={content.files}
          otherCount={existing.length}
          onFiles={(files) => change({ files })}
          filterFiles={withoutTooLarge}
          hasUnsaved={false} // the files are part of the post's content
          onClose={closeAddition}
        >
          {content.files.length > 0 && (
            <Button data-toast-clear onClick={closeAddition}>
              {text('posts.add.done')}
            </Button>
          )}
        </MediaPicker>
        <LeaveGuard hasUnsaved={hasUnsaved} onDiscard={onClose} />
      </>
    )
  }

  const isSending = percent !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || isSending) return
    if (post) edit(post, content)
    else if (unsentPosts.send({ feedId, text: content.text, location: content.location }, content.files)) {
      if (refused) unsentPosts.discard(refused.id)
      onClose()
    } else toastError(text('posts.addFailed'), text('chrome.noAnswer'))
  }
  return (
    <Dialog isOpen onClose={onClose} title={text(post ? 'posts.edit' : 'posts.new')} hasUnsaved={hasUnsaved} isLocked={isSending}>
      <form className={css.form} noValidate onSubmit={submit}>
        <BodyField
          value={content.text}
          error={isTouched && isEmpty && text('posts.empty')}
          isLocked={isSending}
          onChange={(body) => change({ text: body })}
        />
        {existing.length > 0 && (
          <ExistingMedia
            medias={existing}
            isLocked={isSending}
            onRemove={(id) => change({ removedIds: [...content.removedIds, id] })}
          />
        )}
        {content.files.length > 0 && (
          <SelectedMedia
            files={content.files}
            isLocked={isSending}
            onRemove={(removed) => change({ files: content.files.filter((file) => file !== removed) })}
          />
        )}
        {content.location && <LocationField onRemove={isSending ? null : () => change({ location: null })} />}
        {!isSending && <PostAdditions hasLocation={content.location !== null} onAdd={setAdding} />}
        <ApprovalNote facts={facts} post={post} />
        {isSending ? (
          <UploadProgress percent={percent} onCancel={cancel} />
        ) : (
          <Button type="submit" disabled={isEmpty}>
            {text(post ? 'chrome.save' : 'posts.publish')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

interface BodyFieldProps {
  value: string
  error: string | false
  isLocked: boolean
  onChange: (body: string) => void
}

function BodyField({ value, error, isLocked, onChange }: BodyFieldProps) {
  const text = useText()
  return (
    <Textarea
      label={text('posts.text')}
      rows={5}
      maxLength={POST_MAX}
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      disabled={isLocked}
      data-autofocus
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <span className={css.counter} aria-label={text('posts.counter', { count: value.length, max: POST_MAX })}>
          {value.length} / {POST_MAX}
        </span>
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Explains that the post awaits approval. Posts of moderators do not. */
function ApprovalNote({ facts, post }: Pick<Props, 'facts' | 'post'>) {
  const text = useText()
  const viewer = useCurrentUser()
  if (facts.allowsPostByAnyUser || abilities['feed:moderatePosts'](viewer, facts)) return null
  if (post && post.CreatedByUserId !== viewer?.id) return null
  return <p className={css.note}>{text(post ? 'posts.waitsAgainNote' : 'posts.waitsNote')}</p>
}
