import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { feedAbilities as abilities, type FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { POST_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { useUnit } from '../../../platform/unit.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { MediaChosen, withoutTooLarge } from '../../../ui/media-chosen.tsx'
import { MediaCollect, type MediaKind } from '../../../ui/media-collect.tsx'
import { MediaSending } from '../../../ui/media-sending.tsx'
import { PlaceDialog } from '../../../ui/place-dialog.tsx'
import { placeOf } from '../place.ts'
import { type PostContent, useSendPost } from '../use-send-post.ts'
import { KeptMedia } from './kept-media.tsx'
import { PlaceField } from './place-field.tsx'
import { PostAdditions } from './post-additions.tsx'
import css from './post-dialog.module.css'

interface Props {
  feedId: string
  facts: FeedFacts
  /** null: a new one. */
  post: FeedPostForViewer | null
  onClose: () => void
}

const contentOf = (post: FeedPostForViewer | null): PostContent => ({
  text: post?.textContent ?? '',
  files: [],
  place: post && placeOf(post),
  removedIds: [],
})

/** Words, files and a place of a post. What was written stays while files are taken or a place is chosen. */
export function PostDialog({ feedId, facts, post, onClose }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const [content, setContent] = useState(() => contentOf(post))
  const [adding, setAdding] = useState<MediaKind | 'place' | null>(null)
  const { percent, send, cancel } = useSendPost(feedId, post, onClose)
  const [isTouched, setTouched] = useState(false)
  const kept = post?.postMedia.filter(({ id }) => !content.removedIds.includes(id)) ?? []
  const isEmpty = content.text.trim() === '' && content.files.length === 0 && kept.length === 0
  const change = (changes: Partial<PostContent>) => {
    // Who chooses a place first has not been asked for words yet.
    if ('text' in changes || !isEmpty) setTouched(true)
    setContent((before) => ({ ...before, ...changes }))
  }
  const done = () => setAdding(null)

  // One dialog at a time, so that Escape leads back to this one.
  if (adding === 'place') {
    const choose = (place: PostContent['place']) => {
      change({ place })
      done()
    }
    return <PlaceDialog title={text('feeds.placeTitle')} confirmLabel={text('feeds.placeUse')} onChoose={choose} onClose={done} />
  }
  if (adding) {
    return (
      <MediaCollect
        kind={adding}
        title={text(`posts.add.${adding}`)}
        maxMb={maxMb}
        files={content.files}
        onFiles={(files) => change({ files })}
        fitting={withoutTooLarge}
        onClose={done}
      >
        {content.files.length > 0 && <Button onClick={done}>{text('posts.add.done')}</Button>}
      </MediaCollect>
    )
  }

  const isSending = percent !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty && !isSending) send(content)
  }
  return (
    <Dialog isOpen onClose={() => isSending || onClose()} title={text(post ? 'posts.edit' : 'posts.new')}>
      <form className={css.form} noValidate onSubmit={submit}>
        <Words
          value={content.text}
          error={isTouched && isEmpty && text('posts.empty')}
          isLocked={isSending}
          onChange={(words) => change({ text: words })}
        />
        {kept.length > 0 && (
          <KeptMedia medias={kept} isLocked={isSending} onRemove={(id) => change({ removedIds: [...content.removedIds, id] })} />
        )}
        {content.files.length > 0 && (
          <MediaChosen
            files={content.files}
            isLocked={isSending}
            onRemove={(gone) => change({ files: content.files.filter((file) => file !== gone) })}
          />
        )}
        {content.place && <PlaceField onRemove={isSending ? null : () => change({ place: null })} />}
        {!isSending && <PostAdditions hasPlace={content.place !== null} onAdd={setAdding} />}
        <Waits facts={facts} post={post} />
        {isSending ? (
          <MediaSending percent={percent} onCancel={cancel} />
        ) : (
          <Button type="submit" disabled={isEmpty}>
            {text(post ? 'chrome.save' : 'posts.publish')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

interface WordsProps {
  value: string
  error: string | false
  isLocked: boolean
  onChange: (words: string) => void
}

function Words({ value, error, isLocked, onChange }: WordsProps) {
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

/** What becomes of it where posts are reviewed; nothing waits for who may review. */
function Waits({ facts, post }: Pick<Props, 'facts' | 'post'>) {
  const text = useText()
  const reader = useReader()
  if (facts.allowsPostByAnyUser || abilities['feed:moderatePosts'](reader, facts)) return null
  if (post && post.CreatedByUserId !== reader?.id) return null
  return <p className={css.note}>{text(post ? 'posts.waitsAgainNote' : 'posts.waitsNote')}</p>
}
