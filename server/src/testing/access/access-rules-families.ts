import { randomUUID } from 'node:crypto'
import { familyRoutes } from '@noroshi/contract/families/families.http'
import type { World } from '../scenes/world.ts'
import { type AccessOf, members, outcomes } from './access-rules.ts'
import { byId } from './request-values.ts'

/** The invitation of the last `before`, by the administrator to `audience`. Before it, an unknown one. */
let linkId: string = randomUUID()
const inviteAudience = async ({ actors }: World) => {
  const { relatives, sent } = await actors.admin.caller.fetch(familyRoutes.invite, { body: { userId: actors.audience.id } })
  linkId = [...relatives, ...sent].find(({ person }) => person.id === actors.audience.id)?.id ?? ''
}
const ofLink = () => byId(linkId)
const answer = () => ({ state: 'safe', clientId: randomUUID() })

export const familiesAccess: AccessOf<'families'> = {
  families: {
    own: { outcomes: members },
    invite: { outcomes: members, request: ({ memberId }) => ({ body: { userId: memberId } }) },
    // Only the invited user accepts it.
    accept: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200), before: inviteAudience, request: ofLink },
    // The administrator withdraws it before the invited user declines it.
    remove: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 200, 404), before: inviteAudience, request: ofLink },
    // An unknown dependant. Known ones are tested in families.test.ts.
    answer: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 404), request: () => ({ ...ofLink(), body: answer() }) },
  },
}
