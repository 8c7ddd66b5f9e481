import { randomUUID } from 'node:crypto'
import { needRoutes } from '@noroshi/contract/needs/needs.http'
import type { World } from '../scenes/world.ts'
import { type AccessOf, members, outcomes } from './access-rules.ts'
import { byId } from './request-values.ts'

const form = { kind: 'need', subject: 'things', title: 'Blankets' } as const

/** The entry of the last `before`, of `audience`. Before it, an unknown one. */
let needId: string = randomUUID()
const addNeed = async ({ actors }: World) => {
  needId = (await actors.audience.caller.fetch(needRoutes.create, { body: form })).id
}
const ofNeed = () => byId(needId)

//                          visitor ended deact. other outsider token admin audience
const keepers = outcomes(401, 401, 401, 401, 403, 401, 200, 200)

export const needsAccess: AccessOf<'needs'> = {
  needs: {
    list: { outcomes: members },
    create: { outcomes: outcomes(401, 401, 401, 401, 201, 401, 201, 201), request: () => ({ body: form }) },
    update: { outcomes: keepers, before: addNeed, request: () => ({ ...ofNeed(), body: { amount: '20' } }) },
    // The outsider takes care of it first, and the owner does not take care of the own entry.
    claim: { outcomes: outcomes(401, 401, 401, 401, 200, 401, 409, 409), before: addNeed, request: ofNeed },
    release: { outcomes: keepers, before: addNeed, request: ofNeed },
    finish: { outcomes: keepers, before: addNeed, request: ofNeed },
    prolong: { outcomes: keepers, before: addNeed, request: ofNeed },
    // The administrator deletes it before its owner does.
    remove: { outcomes: outcomes(401, 401, 401, 401, 403, 401, 200, 404), before: addNeed, request: ofNeed },
  },
}
