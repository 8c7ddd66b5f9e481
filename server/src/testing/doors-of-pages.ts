import { admins, adminsMake, type Door, everybody, inGroup, members, outcomes } from './doors.ts'

/** Whoever is signed in reads the page. */
export const pageReaders = outcomes(404, 404, 404, 404, 200, 404, 200, 200)
/** Whoever reads it, and is nobody in it, is refused. */
const reviewers = outcomes(401, 401, 401, 401, 403, 401, 403, 200)

//                         visitor ended deact. other outsider token admin audience
export const pageDoors: Record<string, Door> = {
  // A page for signed-in people in which the audience has every flag; each flag alone, and public pages: page-rights.test.ts.
  'GET /pages': { outcomes: everybody(200) },
  'GET /pages/:id': { outcomes: pageReaders },
  'POST /pages': { outcomes: adminsMake },
  'PUT /pages/:id': { outcomes: admins },
  'DELETE /pages/:id': { outcomes: admins, isAlone: true },
  'PATCH /pages/:id': { outcomes: reviewers, isAlone: true },
  'GET /pages/:id/revisions': { outcomes: reviewers },
  'GET /pages/:id/revisions/:revision': { outcomes: reviewers },
  'PUT /pages/:id/revisions/:revision/restore': { outcomes: reviewers, isAlone: true },
  'GET /pages/:id/members': { outcomes: members },
  'GET /pages/:id/members/public': { outcomes: everybody(404) },
  'GET /pages/:id/members/me': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200) },
  'POST /pages/:id/members/multiple': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 201, 201) },
  'PUT /pages/:id/members/:memberId': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 200) },
  // Once an administrator has removed somebody, they are no member.
  'DELETE /pages/:id/members/:memberId': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 404), isAlone: true },
  'POST /pages/create/draft': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 201) },
  // A draft is there for who drafted it and for the reviewers alone.
  'PATCH /pages/draft/review': { outcomes: inGroup, isAlone: true },
  'PUT /pages/:id/drafts/:draftId/discard': { outcomes: inGroup, isAlone: true },
  'GET /pages/:id/drafts/user': { outcomes: members },
  'GET /pages/:id/drafts/pending': { outcomes: reviewers },
  'GET /pages/:id/drafts/:draftId': { outcomes: inGroup },
  // For those who may edit a page, any page.
  'POST /documents': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 201), isAlone: true },
}
