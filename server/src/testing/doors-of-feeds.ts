import { admins, adminsMake, type Door, everybody, inGroup, members, outcomes } from './doors.ts'

const inFeed = outcomes(401, 401, 401, 401, 404, 401, 200, 200)
export const feedReaders = outcomes(404, 404, 404, 404, 404, 404, 200, 200)
/** An administrator of the unit reads the feed, and is nobody in it. */
const flagged = outcomes(401, 401, 401, 401, 404, 401, 403, 200)

//                         visitor ended deact. other outsider token admin audience
export const feedDoors: Record<string, Door> = {
  // A closed feed in which the audience has every flag; each flag alone, and open and public feeds: feed-rights.test.ts.
  'GET /feeds': { outcomes: members },
  'GET /feeds/public': { outcomes: everybody(200) },
  'GET /feeds/:id': { outcomes: feedReaders },
  'POST /feeds': { outcomes: adminsMake },
  'PUT /feeds/:id': { outcomes: admins },
  'DELETE /feeds/:id': { outcomes: admins, isAlone: true },
  'GET /feeds/:id/members': { outcomes: inFeed },
  'GET /feeds/:id/members/public': { outcomes: everybody(404) },
  'GET /feeds/:id/members/me': { outcomes: inGroup },
  'POST /feeds/:id/members/multiple-members': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201) },
  'PUT /feeds/:id/members/:memberId': { outcomes: inFeed },
  // Once an administrator has removed somebody, they are no member.
  'DELETE /feeds/:id/members/:memberId': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 404), isAlone: true },
  'GET /feeds/:id/posts/': { outcomes: inFeed },
  'GET /feeds/:id/posts/public': { outcomes: everybody(404) },
  'GET /feeds/:id/posts/map': { outcomes: feedReaders },
  'POST /feeds/:id/posts': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 201) },
  'GET /feeds/:id/posts/:postId': { outcomes: inFeed },
  'GET /feeds/:id/posts/:postId/public': { outcomes: everybody(404) },
  'PUT /feeds/:id/posts/:postId': { outcomes: flagged },
  // A post that waits is there for its author and the moderators alone.
  'PUT /feeds/:id/posts/:postId/review': { outcomes: inGroup, isAlone: true },
  'PUT /feeds/:id/posts/:postId/remove-media': { outcomes: flagged },
  'DELETE /feeds/:id/posts/:postId': { outcomes: flagged, isAlone: true },
  'POST /views': { outcomes: feedReaders },
  'GET /comments/entity/:EntityId/:entityType': { outcomes: inFeed },
  'GET /comments/entity/:EntityId/:entityType/public': { outcomes: everybody(404) },
  'POST /comments': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201) },
  'PUT /comments/:id': { outcomes: flagged },
  'DELETE /comments/:id': { outcomes: flagged, isAlone: true },
  'GET /likes/entity/:EntityId/:entityType': { outcomes: inFeed },
  'POST /likes/': { outcomes: inFeed },
  'DELETE /likes/entity/:EntityId/:entityType': { outcomes: inFeed },
}
