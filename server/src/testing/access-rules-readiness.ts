import { type AccessRule, admins, adminsCreate, members } from './access-rules.ts'

export const readinessAccessRules: Record<string, AccessRule> = {
  // With an alert group. The own test alarm of a user is in drills.test.ts.
  'POST /alerts/drills': { outcomes: adminsCreate },
  'PUT /devices/report': { outcomes: members },
  'GET /admin/readiness': { outcomes: admins },
}
