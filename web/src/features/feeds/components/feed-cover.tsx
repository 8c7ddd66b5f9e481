import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import css from './feed-cover.module.css'

/** Cover of a feed, or a drawing of hills. It is next to the name, so it has no text alternative. */
export function FeedCover({ feed, isLarge = false }: { feed: Feed; isLarge?: boolean }) {
  const url = isLarge ? feed.coverImageUrl : (feed.coverPreviewUrl ?? feed.coverImageUrl)
  if (url !== null) return <img className={css.cover} src={url} alt="" loading={isLarge ? 'eager' : 'lazy'} decoding="async" />
  return (
    <svg className={css.cover} viewBox="0 0 320 120" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="320" height="120" fill="var(--n-accent-soft)" />
      <path d="M0 120V86c40-4 58-34 96-34s44 26 74 26 40-42 78-42 46 30 72 36v48z" fill="var(--n-accent)" opacity="0.28" />
      <path d="M0 120c52-2 76-40 128-40s84 34 192 40z" fill="var(--n-accent)" opacity="0.4" />
    </svg>
  )
}
