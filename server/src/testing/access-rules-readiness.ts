import { type AccessRule, admins, adminsCreate, members } from './access-rules.ts'

export const readinessAccessRules: Record<string, AccessRule> = {
  // The drill has an alert group. The test alarm of a user is tested in drills.test.ts.
  'POST /alerts/drills': { outcomes: adminsCreate },
  'PUT /devices/report': { outcomes: members },
  'GET /admin/readiness': { outcomes: admins },
}
