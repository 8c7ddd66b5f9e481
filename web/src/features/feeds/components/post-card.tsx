import { Button } from '@mantine/core'
import { IconEye, IconGavel, IconMapPin, IconMessageCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useReader } from '../../../platform/reader.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { countKey } from '../../../ui/count-key.ts'
import { LinkedWords } from '../../../ui/linked-words.tsx'
import { placeOf } from '../place.ts'
import { postTime } from '../post-words.ts'
import type { OpenFeed } from '../use-feed.ts'
import { useViewed } from '../use-viewed.ts'
import { LikeKey } from './like-key.tsx'
import css from './post-card.module.css'
import { PostMedia } from './post-media.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostStatusTag } from './post-status-tag.tsx'

const PlaceView = lazy(() => import('../../../ui/place-view.tsx').then(({ PlaceView: view }) => ({ default: view })))
const ReviewDialog = lazy(() => import('./review-dialog.tsx').then(({ ReviewDialog: dialog }) => ({ default: dialog })))

interface Props {
  open: OpenFeed
  post: FeedPostForViewer
  /** Its comments are open beside it. */
  isCurrent?: boolean
  /** It stands over its comments: no link to them. */
  isAlone?: boolean
  /** Where one is after it was deleted. */
  onDeleted?: () => void
}

/** One post: who, when, what, and what others made of it. */
export function PostCard({ open: { feed, facts }, post, isCurrent = false, isAlone = false, onDeleted }: Props) {
  const text = useText()
  const reader = useReader()
  const place = useRef<HTMLElement>(null)
  const [isReviewing, setReviewing] = useState(false)
  useViewed(post.id, place, post.isApproved === true)
  const mayReview = post.isApproved === null && abilities['post:review'](reader, { ...post, feed: facts })
  return (
    <article ref={place} className={css.post} data-current={isCurrent || undefined} aria-label={post.createdBy.fullName}>
      <Head post={post}>
        <PostMenu post={post} facts={facts} onDeleted={onDeleted} />
      </Head>
      <PostStatusTag post={post} isModerated={feed.isModerated} />
      {post.textContent !== '' && (
        <p className={css.text}>
          <LinkedWords>{post.textContent}</LinkedWords>
        </p>
      )}
      <PostMedia medias={post.postMedia} />
      {mayReview && (
        <div className={css.review}>
          <Button
            variant="light"
            fullWidth
            leftSection={<IconGavel size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setReviewing(true)}
          >
            {text('posts.review')}
          </Button>
        </div>
      )}
      <Foot post={post} isAlone={isAlone} />
      {isReviewing && (
        <Suspense>
          <ReviewDialog post={post} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </article>
  )
}

function Head({ post, children }: { post: FeedPostForViewer; children: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const [isPlaceOpen, setPlaceOpen] = useState(false)
  const at = placeOf(post)
  const { fullName: name } = post.createdBy
  return (
    <header className={css.head}>
      <Avatar person={post.createdBy} size={42} />
      <div className={css.by}>
        <b>{name}</b>
        <p className={css.meta}>
          <time dateTime={post.createdAt}>{postTime(post.createdAt, language, text)}</time>
          {at && (
            <button type="button" className={css.placeKey} aria-haspopup="dialog" onClick={() => setPlaceOpen(true)}>
              <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
              {text('posts.place')}
            </button>
          )}
        </p>
      </div>
      {children}
      {at && isPlaceOpen && (
        <Suspense>
          <PlaceView place={at} title={text('posts.placeOf', { name })} onClose={() => setPlaceOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function Foot({ post, isAlone }: { post: FeedPostForViewer; isAlone: boolean }) {
  const text = useText()
  const { commentCount, views, FeedId: feedId, id: postId } = post
  const comments = (
    <>
      <IconMessageCircle size={21} stroke={1.75} aria-hidden="true" />
      <span aria-hidden="true">{commentCount}</span>
      <span className="visually-hidden">{text(countKey('posts.comments', commentCount), { count: commentCount })}</span>
    </>
  )
  return (
    <footer className={css.foot}>
      <LikeKey post={post} />
      {isAlone ? (
        <div>{comments}</div>
      ) : (
        <Link to={paths.postComments} params={{ feedId, postId }}>
          {comments}
        </Link>
      )}
      <span>
        <IconEye size={21} stroke={1.75} aria-hidden="true" />
        <span aria-hidden="true">{views}</span>
        <span className="visually-hidden">{text(countKey('posts.views', views), { count: views })}</span>
      </span>
    </footer>
  )
}
