import { PostsMap } from '../features/feeds/components/posts-map.tsx'
import { useOpenFeed } from '../features/feeds/use-feed.ts'

/** Where the posts of a feed are. */
export function FeedMap() {
  const { feed } = useOpenFeed()
  return (
    <>
      <h2 className="visually-hidden">{feed.name}</h2>
      <PostsMap feed={feed} />
    </>
  )
}
