import { randomUUID } from 'node:crypto'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { type AccessOf, admins, everyActor, members, outcomes } from './access-rules.ts'
import { byId } from './request-values.ts'
import type { World } from '../scenes/world.ts'

const question = { template: 'flood', title: 'Are you safe?', isUrgent: false, isDrill: false } as const

/** A picture of one pixel. */
const PNG = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)

const AREA = [
  { latitude: 35, longitude: 139 },
  { latitude: 36, longitude: 139 },
  { latitude: 36, longitude: 140 },
]

/** The roll-call of the last `before`: of the group whose admin is `audience`. Before it, an unknown one. */
let rollCallId: string = randomUUID()
const askGroup = async ({ actors, groupId }: World) => {
  const audience = { kind: 'groups', threadIds: [groupId] } as const
  const body = { ...question, audience, clientId: randomUUID() }
  rollCallId = (await actors.audience.caller.fetch(rollCallRoutes.ask, { body })).id
}
const ofRollCall = () => byId(rollCallId)
const ofMember = ({ memberId }: World) => ({ params: { id: rollCallId, personId: memberId } })

//                          visitor ended deact. other outsider token admin audience
const keepers = outcomes(401, 401, 401, 401, 404, 401, 200, 200)

export const rollCallsAccess: AccessOf<'rollCalls' | 'answerLinks'> = {
  rollCalls: {
    ask: {
      outcomes: outcomes(401, 401, 401, 401, 403, 401, 201, 201),
      isAlone: true,
      request: ({ groupId }) => ({
        body: { ...question, audience: { kind: 'groups', threadIds: [groupId] }, clientId: randomUUID(), isSeparate: true },
      }),
    },
    areaPreview: { outcomes: admins, request: () => ({ body: { area: AREA } }) },
    list: { outcomes: members },
    get: { outcomes: keepers, before: askGroup, request: ofRollCall },
    markSeen: { outcomes: keepers, before: askGroup, request: ofRollCall },
    // The administrator is not asked.
    answer: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200),
      before: askGroup,
      request: () => ({ ...ofRollCall(), body: { state: 'safe', clientId: randomUUID() } }),
    },
    addPhoto: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 404, 200),
      before: async (world) => {
        await askGroup(world)
        const body = { state: 'safe', clientId: randomUUID() } as const
        await world.actors.audience.caller.fetch(rollCallRoutes.answer, { ...ofRollCall(), body })
      },
      request: () => ({ ...ofRollCall(), form: { clientId: randomUUID() }, files: [{ name: 'here.png', bytes: PNG }] }),
    },
    people: { outcomes: keepers, before: askGroup, request: ofRollCall },
    places: { outcomes: keepers, before: askGroup, request: ofRollCall },
    groups: { outcomes: keepers, before: askGroup, request: ofRollCall },
    history: { outcomes: keepers, before: askGroup, request: ofMember },
    close: { outcomes: keepers, before: askGroup, request: () => ({ ...ofRollCall(), body: { endText: 'Thank you' } }) },
    createLink: { outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201), before: askGroup, request: ofMember },
    createLinks: {
      outcomes: outcomes(401, 401, 401, 401, 404, 401, 201, 201),
      before: askGroup,
      request: ({ memberId }) => ({ ...ofRollCall(), body: { personIds: [memberId] } }),
    },
  },
  answerLinks: {
    // The secret is unknown. Links that work are tested in answer-links.test.ts.
    question: { outcomes: everyActor(404), request: () => ({ body: { secret: 'x'.repeat(43) } }) },
    answer: {
      outcomes: everyActor(404),
      request: () => ({ body: { secret: 'x'.repeat(43), state: 'safe', clientId: randomUUID() } }),
    },
  },
}
