import { createComment } from '#/features/comments/comments.service.ts'
import { like } from '#/features/comments/likes.service.ts'
import type { Deps } from '#/deps.ts'
import { createFeed } from '#/features/feeds/feeds-admin.service.ts'
import { addMembers, changeMember } from '#/features/feeds/feed-members.service.ts'
import { createPost } from '#/features/feeds/post-changes.service.ts'
import { viewPost } from '#/features/feeds/posts.service.ts'
import { reviewPost } from '#/features/feeds/review.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import type { Community } from './demo.ts'
import { feeds } from './feeds.ts'
import type { DemoName } from './people.ts'
import { drawScenes } from './pictures.ts'

const MINUTE = 60_000
/** Minutes before the demo began at which the feeds were made. */
const MADE = 6000

type DemoFeed = (typeof feeds)[number]
type DemoPost = DemoFeed['posts'][number]
/** The services, as they ran so many minutes ago. */
type Then = (minutesAgo: number) => Deps

const coordinatesOf = (place: readonly [number, number] | undefined) => ({
  latitude: place?.[0] ?? null,
  longitude: place?.[1] ?? null,
})

/** Feeds with posts in every state, likes and comments in both languages. */
export async function loadFeeds(deps: Deps, doer: Doer, community: Community): Promise<void> {
  const begun = deps.now().getTime()
  const then: Then = (minutesAgo) => ({ ...deps, now: () => new Date(begun - minutesAgo * MINUTE) })
  for (const feed of feeds) {
    const id = await makeFeed(then(MADE), doer, community, feed)
    for (const post of feed.posts) await publish(then, community, id, post)
  }
}

async function makeFeed(deps: Deps, doer: Doer, community: Community, feed: DemoFeed): Promise<string> {
  const { name, description, isPublic, isOpenToUsers, allowsPostByAnyUser, cover, members, place } = feed
  const form = { name, description, isPublic, isOpenToUsers, allowsPostByAnyUser, removesCover: false }
  const files = await drawScenes(deps, [cover])
  const { id } = await createFeed(deps, doer, { ...form, ...coordinatesOf(place) }, files)
  const names = Object.keys(members) as DemoName[] // the object's own keys
  const userIds = names.map((one) => community[one].id)
  const { items } = await addMembers(deps, doer, id, userIds)
  for (const one of names) {
    const member = items.find(({ UserId }) => UserId === community[one].id)
    if (member) await changeMember(deps, doer, id, member.id, members[one] ?? {})
  }
  return id
}

async function publish(then: Then, community: Community, feedId: string, post: DemoPost): Promise<void> {
  const { by, text, minutesAgo, photos = [], place, review, likedBy = [], comments = [] } = post
  const files = await drawScenes(then(minutesAgo), photos)
  const form = { textContent: text, ...coordinatesOf(place) }
  const { id } = await createPost(then(minutesAgo), community[by], feedId, form, files)
  if (review) {
    const verdict = { isApproved: review.isApproved, reviewRemarks: review.remarks }
    await reviewPost(then(review.minutesAgo), community[review.by], feedId, id, verdict)
  }
  const target = { EntityId: id, entityType: 'post' } as const
  for (const name of likedBy) {
    await viewPost(then(0), community[name], target)
    await like(then(0), community[name], target)
  }
  for (const comment of comments) {
    const words = { ...target, description: comment.text, latitude: null, longitude: null }
    await createComment(then(comment.minutesAgo), community[comment.by], words, [])
  }
}
