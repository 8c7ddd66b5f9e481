import { admins, adminsCreate, type AccessRule, everyActor, groupMembersOnly, members, outcomes } from './access-rules.ts'

/** All signed-in users may read the page. */
export const pageReaders = outcomes(404, 404, 404, 404, 200, 404, 200, 200)
/** A user who may read the page but is not a reviewer gets 403. */
const reviewers = outcomes(401, 401, 401, 401, 403, 401, 403, 200)

//                         visitor ended deact. other outsider token admin audience
export const pageAccessRules: Record<string, AccessRule> = {
  // A page for signed-in users in which the audience has all flags. page-rights.test.ts tests single flags and public pages.
  'GET /pages': { outcomes: everyActor(200) },
  'GET /pages/:id': { outcomes: pageReaders },
  'POST /pages': { outcomes: adminsCreate },
  'PUT /pages/:id': { outcomes: admins },
  'DELETE /pages/:id': { outcomes: admins, isAlone: true },
  'PATCH /pages/:id': { outcomes: reviewers, isAlone: true },
  'GET /pages/:id/revisions': { outcomes: reviewers },
  'GET /pages/:id/revisions/:revision': { outcomes: reviewers },
  'PUT /pages/:id/revisions/:revision/restore': { outcomes: reviewers, isAlone: true },
  'GET /pages/:id/members': { outcomes: members },
  'GET /pages/:id/members/public': { outcomes: everyActor(404) },
  'GET /pages/:id/members/me': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200) },
  'POST /pages/:id/members/multiple': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 201, 201) },
  'PUT /pages/:id/members/:memberId': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 200) },
  // After the administrator removed the member, the audience finds no membership.
  'DELETE /pages/:id/members/:memberId': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 404), isAlone: true },
  'POST /pages/create/draft': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 201) },
  // Only its author and the reviewers may read a draft.
  'PATCH /pages/draft/review': { outcomes: groupMembersOnly, isAlone: true },
  'PUT /pages/:id/drafts/:draftId/discard': { outcomes: groupMembersOnly, isAlone: true },
  'GET /pages/:id/drafts/user': { outcomes: members },
  'GET /pages/:id/drafts/pending': { outcomes: reviewers },
  'GET /pages/:id/drafts/:draftId': { outcomes: groupMembersOnly },
  // Allowed for users who may edit any page.
  'POST /documents': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 201), isAlone: true },
}
