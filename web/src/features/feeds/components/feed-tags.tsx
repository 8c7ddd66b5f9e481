import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import css from './feed-tags.module.css'

/** Tags: visibility of a feed and whether its posts are reviewed. */
export function FeedTags({ feed }: { feed: Feed }) {
  const text = useText()
  const isClosed = !feed.isPublic && !feed.isOpenToUsers
  if (!feed.isPublic && !isClosed && !feed.isModerated && feed.isShared !== true) return null
  return (
    <span className={css.tags}>
      {feed.isShared === true && <Tag>{text('feeds.isShared')}</Tag>}
      {feed.isPublic && <Tag>{text('feeds.public')}</Tag>}
      {isClosed && <Tag>{text('feeds.membersOnly')}</Tag>}
      {feed.isModerated && <Tag>{text('feeds.moderated')}</Tag>}
    </span>
  )
}
