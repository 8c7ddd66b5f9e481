import { createComment } from '#/features/comments/comments.service.ts'
import { likePost } from '#/features/comments/likes.service.ts'
import type { Deps } from '#/deps.ts'
import { createFeed } from '#/features/feeds/feeds-admin.service.ts'
import { addMembers, changeMember } from '#/features/feeds/feed-members.service.ts'
import { createPost } from '#/features/feeds/post-changes.service.ts'
import { viewPost } from '#/features/feeds/posts.service.ts'
import { reviewPost } from '#/features/feeds/post-review.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import type { Community } from './demo.ts'
import { feeds } from './demo-feeds.ts'
import type { DemoName } from './people.ts'
import { drawScenes } from './demo-pictures.ts'

const MINUTE = 60_000
/** Minutes before the start of the demo at which the feeds are created. */
const CREATED_MINUTES_AGO = 6000

type DemoFeed = (typeof feeds)[number]
type DemoPost = DemoFeed['posts'][number]
/** Returns dependencies whose clock is the given number of minutes behind. */
type DepsAt = (minutesAgo: number) => Deps

const coordinatesOf = (location: readonly [number, number] | undefined) => ({
  latitude: location?.[0] ?? null,
  longitude: location?.[1] ?? null,
})

/** Creates feeds with posts in every state, likes and comments in both languages. */
export async function loadFeeds(deps: Deps, auditActor: AuditActor, community: Community): Promise<void> {
  const startedAt = deps.now().getTime()
  const depsAt: DepsAt = (minutesAgo) => ({ ...deps, now: () => new Date(startedAt - minutesAgo * MINUTE) })
  for (const feed of feeds) {
    const id = await createDemoFeed(depsAt(CREATED_MINUTES_AGO), auditActor, community, feed)
    // Ids order the posts, so the oldest one is created first.
    for (const post of feed.posts.toSorted((a, b) => b.minutesAgo - a.minutesAgo))
      await createDemoPost(depsAt, community, id, post)
  }
}

async function createDemoFeed(deps: Deps, auditActor: AuditActor, community: Community, feed: DemoFeed): Promise<string> {
  const { name, description, isPublic, isOpenToUsers, allowsPostByAnyUser, cover, members, location } = feed
  const form = { name, description, isPublic, isOpenToUsers, allowsPostByAnyUser, removesCover: false }
  const files = await drawScenes(deps, [cover])
  const { id } = await createFeed(deps, auditActor, { ...form, ...coordinatesOf(location) }, files)
  const names = Object.keys(members) as DemoName[] // Object.keys returns strings
  const userIds = names.map((one) => community[one].id)
  const { items } = await addMembers(deps, auditActor, id, userIds)
  for (const one of names) {
    const member = items.find(({ UserId }) => UserId === community[one].id)
    if (member) await changeMember(deps, auditActor, id, member.id, members[one] ?? {})
  }
  return id
}

async function createDemoPost(depsAt: DepsAt, community: Community, feedId: string, post: DemoPost): Promise<void> {
  const { by, text, minutesAgo, photos = [], location, review, likedBy = [], comments = [] } = post
  const files = await drawScenes(depsAt(minutesAgo), photos)
  const form = { textContent: text, ...coordinatesOf(location) }
  const { id } = await createPost(depsAt(minutesAgo), community[by], feedId, form, files)
  if (review) {
    const result = { isApproved: review.isApproved, reviewRemarks: review.remarks }
    await reviewPost(depsAt(review.minutesAgo), community[review.by], feedId, id, result)
  }
  const target = { EntityId: id, entityType: 'post' } as const
  for (const name of likedBy) {
    await viewPost(depsAt(0), community[name], target)
    await likePost(depsAt(0), community[name], target)
  }
  for (const comment of comments) {
    const form = { ...target, description: comment.text, latitude: null, longitude: null }
    await createComment(depsAt(comment.minutesAgo), community[comment.by], form, [])
  }
}
