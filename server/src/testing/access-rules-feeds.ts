import { admins, adminsCreate, type AccessRule, everyActor, groupMembersOnly, members, outcomes } from './access-rules.ts'

const inFeed = outcomes(401, 401, 401, 401, 404, 401, 200, 200)
export const feedReaders = outcomes(404, 404, 404, 404, 404, 404, 200, 200)
/** An administrator of the server may read the feed but is not a member of it. */
const flagged = outcomes(401, 401, 401, 401, 404, 401, 403, 200)

//                         visitor ended deact. other outsider token admin audience
export const feedAccessRules: Record<string, AccessRule> = {
  // A closed feed in which the audience has all flags. feed-rights.test.ts tests single flags, open feeds and public feeds.
  'GET /feeds': { outcomes: members },
  'GET /feeds/public': { outcomes: everyActor(200) },
  'GET /feeds/:id': { outcomes: feedReaders },
  'POST /feeds': { outcomes: adminsCreate },
  'PUT /feeds/:id': { outcomes: admins },
  'DELETE /feeds/:id': { outcomes: admins, isAlone: true },
  'GET /feeds/:id/members': { outcomes: inFeed },
  'GET /feeds/:id/members/public': { outcomes: everyActor(404) },
  'GET /feeds/:id/members/me': { outcomes: groupMembersOnly },
  'POST /feeds/:id/members/multiple-members': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201) },
  'PUT /feeds/:id/members/:memberId': { outcomes: inFeed },
  // After the administrator removed the member, the audience finds no membership.
  'DELETE /feeds/:id/members/:memberId': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 404), isAlone: true },
  'GET /feeds/:id/posts/': { outcomes: inFeed },
  'GET /feeds/:id/posts/public': { outcomes: everyActor(404) },
  'GET /feeds/:id/posts/map': { outcomes: feedReaders },
  'POST /feeds/:id/posts': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 201) },
  'GET /feeds/:id/posts/:postId': { outcomes: inFeed },
  'GET /feeds/:id/posts/:postId/public': { outcomes: everyActor(404) },
  'PUT /feeds/:id/posts/:postId': { outcomes: flagged },
  // Only its author and the moderators may read a post that awaits approval.
  'PUT /feeds/:id/posts/:postId/review': { outcomes: groupMembersOnly, isAlone: true },
  'PUT /feeds/:id/posts/:postId/remove-media': { outcomes: flagged },
  'DELETE /feeds/:id/posts/:postId': { outcomes: flagged, isAlone: true },
  'POST /views': { outcomes: feedReaders },
  'GET /comments/entity/:EntityId/:entityType': { outcomes: inFeed },
  'GET /comments/entity/:EntityId/:entityType/public': { outcomes: everyActor(404) },
  'POST /comments': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201) },
  'PUT /comments/:id': { outcomes: flagged },
  'DELETE /comments/:id': { outcomes: flagged, isAlone: true },
  'GET /likes/entity/:EntityId/:entityType': { outcomes: inFeed },
  'POST /likes/': { outcomes: inFeed },
  'DELETE /likes/entity/:EntityId/:entityType': { outcomes: inFeed },
}
