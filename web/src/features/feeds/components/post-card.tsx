import { Button } from '@mantine/core'
import { IconEye, IconGavel, IconMapPin, IconMessageCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { openDialog } from '../../../ui/dialogs/dialog-host.tsx'
import { LinkedText } from '../../../shared/chat/linked-text.tsx'
import { locationOf } from '../location.ts'
import { postTime } from '../post-texts.ts'
import type { OpenFeed } from '../use-feed.ts'
import { useViewReport } from '../use-view-report.ts'
import { LikeButton } from './like-button.tsx'
import css from './post-card.module.css'
import { PostMedia } from './post-media.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostStatusTag } from './post-status-tag.tsx'

const LocationView = lazy(() =>
  import('../../../shared/location/location-view.tsx').then(({ LocationView: view }) => ({ default: view })),
)
const ReviewDialog = lazy(() => import('./review-dialog.tsx').then(({ ReviewDialog: dialog }) => ({ default: dialog })))

interface Props {
  open: OpenFeed
  post: FeedPostForViewer
  /** Its comments are open next to it. */
  isCurrent?: boolean
  /** It is above its comments and has no link to them. */
  isAlone?: boolean
  /** Called after the post was deleted. */
  onDeleted?: () => void
}

/** One post with its author, time, content, likes, comments and views. */
export function PostCard({ open: { feed, facts }, post, isCurrent = false, isAlone = false, onDeleted }: Props) {
  const text = useText()
  const viewer = useCurrentUser()
  const ref = useRef<HTMLElement>(null)
  useViewReport(post.id, ref, post.isApproved === true)
  const mayReview = post.isApproved === null && abilities['post:review'](viewer, { ...post, feed: facts })
  return (
    <article ref={ref} className={css.post} data-current={isCurrent || undefined} aria-label={nameOf(post.createdBy)}>
      <Head post={post}>
        <PostMenu post={post} facts={facts} onDeleted={onDeleted} />
      </Head>
      <PostStatusTag post={post} isModerated={feed.isModerated} />
      {post.textContent !== '' && (
        <p className={css.text}>
          <LinkedText>{post.textContent}</LinkedText>
        </p>
      )}
      <PostMedia medias={post.postMedia} />
      {/* Units exchange no files: only a received post has neither these nor a text. */}
      {post.textContent === '' && post.postMedia.length === 0 && <p className={css.elsewhere}>{text('posts.filesElsewhere')}</p>}
      {mayReview && (
        <div className={css.review}>
          <Button
            variant="light"
            fullWidth
            leftSection={<IconGavel size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => openDialog((onClose) => <ReviewDialog post={post} onClose={onClose} />)}
          >
            {text('posts.review')}
          </Button>
        </div>
      )}
      <Foot post={post} isAlone={isAlone} />
    </article>
  )
}

function Head({ post, children }: { post: FeedPostForViewer; children: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const [isLocationOpen, setLocationOpen] = useState(false)
  const location = locationOf(post)
  const name = nameOf(post.createdBy)
  return (
    <header className={css.head}>
      <Avatar person={post.createdBy} size={42} />
      <div className={css.by}>
        <b className="one-line" translate="no">
          {name}
        </b>
        <p className={css.meta}>
          <time dateTime={post.createdAt}>{postTime(post.createdAt, language, text)}</time>
          {location && (
            <button type="button" className={css.locationButton} aria-haspopup="dialog" onClick={() => setLocationOpen(true)}>
              <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
              {text('posts.location')}
            </button>
          )}
        </p>
      </div>
      {children}
      {location && isLocationOpen && (
        <Suspense>
          <LocationView location={location} title={text('posts.locationOf', { name })} onClose={() => setLocationOpen(false)} />
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
      <span className="visually-hidden">{text('posts.comments', { count: commentCount })}</span>
    </>
  )
  return (
    <footer className={css.foot}>
      <LikeButton post={post} />
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
        <span className="visually-hidden">{text('posts.views', { count: views })}</span>
      </span>
    </footer>
  )
}
