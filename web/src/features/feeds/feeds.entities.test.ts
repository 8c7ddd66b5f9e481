import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyVersion, expectJoin } from '../../platform/store/testing/laws.ts'
import { feedEntities } from './feeds.entities.ts'
import { aFeed, aMember, aPost, person, unreviewed } from './testing/fake-posts.ts'

const small = fc.nat(4)
const post = aPost(1)
const { id, FeedId, CreatedByUserId } = post

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  feed: small.map((version) => ({ ...aFeed, version, name: `in version ${version}` })),
  feedListing: small.map((at) => ({ id: 'all', at, ids: [String(at)] })),
  feedMembership: small.map((at) => ({ id: FeedId, at, membership: at % 2 === 0 ? null : aMember(person('Ben')) })),
  feedMembers: small.map((at) => ({ id: FeedId, at, data: at % 2 === 0 ? [] : [aMember(person('Ben'))] })),
  post: small.map((version) => ({ ...post, version, textContent: `in version ${version}` })),
  postCounts: small.map((countsVersion) => ({ id, countsVersion, views: countsVersion, likeCount: 0, commentCount: 0 })),
  postLike: small.map((countsVersion) => ({ id, countsVersion, hasLiked: countsVersion % 2 === 0 })),
  postReview: small.map((version) => ({
    id,
    version,
    FeedId,
    CreatedByUserId,
    review: { ...unreviewed, reviewRemarks: `in version ${version}` },
  })),
  postPins: small.map((at) => ({ id: FeedId, at, data: { items: [], isComplete: at % 2 === 0 } })),
  postCoverage: small.map((at) => ({ id: `${FeedId} posts`, ofId: FeedId, at, through: at % 2 === 0 ? null : id })),
}
const removable = ['feed', 'post']

test.each(feedEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  expectJoin(type, copies[name] ?? expect.unreachable(`${name} needs copies here`), removable.includes(name) ? anyVersion : null)
})
