import { type AccessRule, admins, adminsCreate, everyActor } from './access-rules.ts'

export const sirenAccessRules: Record<string, AccessRule> = {
  'GET /admin/siren-screens': { outcomes: admins },
  'POST /admin/siren-screens': { outcomes: adminsCreate },
  'DELETE /admin/siren-screens/:id': { outcomes: admins, isAlone: true },
  // The code is unknown. The routes of a screen refuse users, also administrators (siren.test.ts).
  'POST /siren/pair': { outcomes: everyActor(400) },
  'GET /siren': { outcomes: everyActor(401) },
  'GET /siren/alerts/:id/text-to-speech': { outcomes: everyActor(401) },
}
