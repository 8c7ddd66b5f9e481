import { type AccessRule, members, outcomes } from './access-rules.ts'

export const pushAccessRules: Record<string, AccessRule> = {
  'GET /push/key': { outcomes: members },
  // Push is off in the world (push.test.ts).
  'PUT /push/subscription': { outcomes: outcomes(401, 401, 401, 401, 403, 401, 403, 403) },
  'DELETE /push/subscription': { outcomes: members },
  'PUT /push/alerts/:id/shown': { outcomes: outcomes(401, 401, 401, 401, 404, 401, 403, 200) },
}
