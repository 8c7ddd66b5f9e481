import { lazy, Suspense, useState } from 'react'
import type { FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import { useText } from '../../../platform/language/i18n.ts'
import { UnsentEntry } from '../../../shared/chat/unsent-entry.tsx'
import { type UnsentPost, unsentPosts } from '../unsent-posts.ts'
import css from './post-list.module.css'

const PostDialog = lazy(() => import('./post-dialog.tsx').then(({ PostDialog: dialog }) => ({ default: dialog })))

/** The user's posts that the server has not acknowledged, the newest first as in the list below. */
export function UnsentPostList({ feedId, facts }: { feedId: string; facts: FeedFacts }) {
  const text = useText()
  const unsent = unsentPosts.useEntries(feedId)
  const [edited, setEdited] = useState<UnsentPost | null>(null)
  return (
    <>
      {unsent.length > 0 && (
        <ul className={css.unsent} aria-label={text('posts.unsent')}>
          {unsent.toReversed().map((post) => (
            <li key={post.id}>
              <UnsentEntry entry={post} body={post.payload.text} onEdit={() => setEdited(post)} />
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <Suspense>
          <PostDialog feedId={feedId} facts={facts} post={null} refused={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}
