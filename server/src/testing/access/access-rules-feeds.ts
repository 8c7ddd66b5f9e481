import { randomUUID } from 'node:crypto'
import { type AccessOf, admins, adminsCreate, everyActor, groupMembersOnly, members, outcomes } from './access-rules.ts'
import { byId } from './request-values.ts'
import type { World } from '../scenes/world.ts'

const inFeed = outcomes(401, 401, 401, 401, 404, 401, 200, 200)
export const feedReaders = outcomes(404, 404, 404, 404, 404, 404, 200, 200)
/** An administrator of the server may read the feed but is not a member of it. */
const flagged = outcomes(401, 401, 401, 401, 404, 401, 403, 200)

const ofFeed = ({ feedId }: World) => byId(feedId)
const ofPost = ({ feedId, postId }: World) => ({ params: { id: feedId, postId } })
const ofFeedMember = ({ feedId, feedMemberId }: World) => ({ params: { id: feedId, memberId: feedMemberId } })
const target = ({ postId }: World) => ({ EntityId: postId, entityType: 'post' })
const ofTarget = (world: World) => ({ params: target(world) })
const feedForm = { name: 'Shelter news', description: 'what is open', isOpenToUsers: 'false' }
const postForm = { textContent: 'rice at the hall', latitude: '38.2', longitude: '140.9' }

//                         visitor ended deact. other outsider token admin audience
export const feedsAccess: AccessOf<'feeds' | 'feedMembers' | 'posts' | 'comments' | 'likes'> = {
  feeds: {
    // A closed feed in which the audience has all flags. feed-rights.test.ts tests single flags, open feeds and public feeds.
    list: { outcomes: members },
    listPublic: { outcomes: everyActor(200) },
    get: { outcomes: feedReaders, request: ofFeed },
    create: { outcomes: adminsCreate, request: () => ({ form: feedForm }) },
    edit: { outcomes: admins, request: (world) => ({ ...ofFeed(world), form: feedForm }) },
    remove: { outcomes: admins, isAlone: true, request: ofFeed },
  },
  feedMembers: {
    list: { outcomes: inFeed, request: ofFeed },
    listPublic: { outcomes: everyActor(404), request: ofFeed },
    mine: { outcomes: groupMembersOnly, request: ofFeed },
    membership: { outcomes: inFeed, request: ofFeed },
    add: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201),
      request: (world) => ({ ...ofFeed(world), body: { members: [world.memberId] } }),
    },
    change: { outcomes: inFeed, request: (world) => ({ ...ofFeedMember(world), body: { canPost: true } }) },
    // After the administrator removed the member, the audience finds no membership.
    remove: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 404), isAlone: true, request: ofFeedMember },
  },
  posts: {
    list: { outcomes: inFeed, request: ofFeed },
    listPublic: { outcomes: everyActor(404), request: ofFeed },
    map: { outcomes: feedReaders, request: (world) => ({ ...ofFeed(world), query: { bbox: '140,38,141,39' } }) },
    create: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 201),
      request: (world) => ({ ...ofFeed(world), form: postForm }),
    },
    get: { outcomes: inFeed, request: ofPost },
    getPublic: { outcomes: everyActor(404), request: ofPost },
    edit: { outcomes: flagged, request: (world) => ({ ...ofPost(world), form: postForm }) },
    // Only its author and the moderators may read a post that awaits approval.
    review: {
      outcomes: groupMembersOnly,
      isAlone: true,
      request: ({ feedId, waitingPostId }) => ({
        params: { id: feedId, postId: waitingPostId },
        body: { isApproved: true, reviewRemarks: 'good' },
      }),
    },
    removeMedia: { outcomes: flagged, request: (world) => ({ ...ofPost(world), body: { mediaIds: [randomUUID()] } }) },
    remove: { outcomes: flagged, isAlone: true, request: ofPost },
    view: { outcomes: feedReaders, request: (world) => ({ body: { ...target(world), clientId: randomUUID() } }) },
  },
  comments: {
    list: { outcomes: inFeed, request: ofTarget },
    listPublic: { outcomes: everyActor(404), request: ofTarget },
    create: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201),
      request: (world) => ({ form: { ...target(world), description: 'thank you' } }),
    },
    edit: { outcomes: flagged, request: ({ commentId }) => ({ ...byId(commentId), form: { description: 'thank you all' } }) },
    remove: { outcomes: flagged, isAlone: true, request: ({ commentId }) => byId(commentId) },
  },
  likes: {
    list: { outcomes: inFeed, request: ofTarget },
    like: { outcomes: inFeed, request: (world) => ({ body: target(world) }) },
    unlike: { outcomes: inFeed, request: ofTarget },
  },
}
