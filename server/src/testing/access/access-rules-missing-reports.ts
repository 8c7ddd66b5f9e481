import { randomUUID } from 'node:crypto'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { FIXTURE_IDS } from '../fixtures.ts'
import type { World } from '../scenes/world.ts'
import { type AccessOf, members, outcomes } from './access-rules.ts'
import { byId } from './request-values.ts'

const reportForm = () => ({ name: '佐藤 花', clientId: randomUUID() })

/** The report of `outsider` that the last `before` inserted: by requests, a user reports ten times a day. */
let reportId: string = randomUUID()
const report = async ({ actors, noroshi }: World) => {
  reportId = randomUUID()
  const texts = { name: '佐藤 花', kana: '', description: '', last_seen_place: '', contact: '' }
  const row = { id: reportId, reporter_id: actors.outsider.id, ...texts, created_at: new Date() }
  await noroshi.db.insertInto('missing_reports').values(row).execute()
}
/** `audience` is a receptionist of a shelter. */
const giveRole = ({ actors }: World) =>
  actors.admin.caller.fetch(shelterStaffRoutes.set, {
    params: { placeId: FIXTURE_IDS.place, userId: actors.audience.id },
    body: { role: 'receptionist' },
  })

export const missingReportsAccess: AccessOf<'missingReports'> = {
  missingReports: {
    own: { outcomes: members },
    //                           visitor ended deact. other outsider token admin audience
    create: { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), request: () => ({ form: reportForm() }) },
    withdraw: { outcomes: outcomes(401, 401, 401, 401, 200, 401, 404, 404), before: report, request: () => byId(reportId) },
    list: { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 200), before: giveRole },
    decide: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 200),
      before: async (world) => {
        await giveRole(world)
        await report(world)
      },
      request: () => ({ ...byId(reportId), body: { state: 'closed' } }),
    },
  },
}
