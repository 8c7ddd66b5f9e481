import { PostsMap } from '../../features/feeds/components/posts-map.tsx'
import { useOpenFeed } from '../../features/feeds/use-feed.ts'

/** The map of a feed's posts. */
export function FeedMap() {
  const { feed } = useOpenFeed()
  return (
    <>
      <h2 className="visually-hidden">{feed.name}</h2>
      <PostsMap feed={feed} />
    </>
  )
}
