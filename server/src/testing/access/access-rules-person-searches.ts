import { randomUUID } from 'node:crypto'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { FIXTURE_IDS } from '../fixtures.ts'
import type { World } from '../scenes/world.ts'
import { type AccessOf, members, outcomes } from './access-rules.ts'

const placeId = FIXTURE_IDS.place
/** `audience` is a receptionist of the shelter. */
const giveRole = ({ actors }: World) =>
  actors.admin.caller.fetch(shelterStaffRoutes.set, {
    params: { placeId, userId: actors.audience.id },
    body: { role: 'receptionist' },
  })

export const personSearchesAccess: AccessOf<'personSearches'> = {
  personSearches: {
    own: { outcomes: members },
    create: { outcomes: members, request: () => ({ body: { name: '佐藤 花', clientId: randomUUID() } }) },
    //                           visitor ended deact. other outsider token admin audience
    messages: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200),
      before: giveRole,
      request: () => ({ params: { placeId } }),
    },
    // An unknown message. Known ones are tested in person-searches.test.ts.
    passOn: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404),
      before: giveRole,
      request: () => ({ params: { placeId, id: randomUUID(), registeredId: randomUUID() } }),
    },
  },
}
