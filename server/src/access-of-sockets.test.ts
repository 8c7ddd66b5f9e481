import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { type CallPage, offer, openCallPage } from '#/testing/scenes/calls.ts'
import { SILENCE } from '#/testing/scenes/radio.ts'
import { type Outcomes, outcomes } from '#/testing/access/access-rules.ts'
import { type Actor, ACTORS, openSocketAs, type World, createWorld } from '#/testing/scenes/world.ts'

// The expected acknowledgement of each socket command for each actor. A command without an entry is a type error.

let shared: World
beforeAll(async () => {
  shared = await createWorld()
})
afterAll(() => shared[Symbol.asyncDispose]())

interface CommandRule {
  readonly outcomes: Outcomes<true | string>
  readonly before?: (world: World) => Promise<unknown>
  readonly payload: (world: World, actor: Actor) => unknown
}
const alertNotFound = 'alert.notFound'
const page = ({ alertId }: World) => ({ alertId })
const thread = ({ groupId }: World) => ({ messageThreadId: groupId })
const [unauthorized, threadNotFound] = ['unauthorized', 'thread.notFound']
const threadMembersBut = (ack: true | string) =>
  outcomes<true | string>(
    unauthorized,
    unauthorized,
    unauthorized,
    unauthorized,
    threadNotFound,
    unauthorized,
    threadNotFound,
    ack,
  )
const threadMembers = threadMembersBut(true)
const ofRadio = ({ groupId, radio }: World) => ({ messageThreadId: groupId, endpointId: radio.endpointId })

/** A call of `audience`, who is connected to it with one page. */
let call: CallPage
async function startCall(world: World) {
  const { caller } = world.actors.audience
  const { id } = await caller.fetch(callRoutes.startPersonal, { body: { ReceiverId: world.memberId } })
  call = await openCallPage(await openSocketAs(world, 'audience'), id)
}
const ofCall = () => ({ callId: call.callId, endpointId: call.own.endpointId })
const callParticipants = (ack: true | string) =>
  outcomes<true | string>(
    unauthorized,
    unauthorized,
    unauthorized,
    unauthorized,
    'call.notFound',
    unauthorized,
    'call.notFound',
    ack,
  )

const feedReaders = (code: string) => outcomes<true | string>(code, code, code, code, code, code, true, true)

/** Outcomes of a page for signed-in users. */
const signedInReaders = (code: string) => outcomes<true | string>(code, code, code, code, true, code, true, true)

const commandRules: Record<CommandName, CommandRule> = {
  // A socket joins only the user room of its own session.
  'users:join_room': {
    outcomes: outcomes<true | string>('forbidden', 'forbidden', 'forbidden', 'forbidden', true, 'forbidden', true, true),
    payload: ({ actors }, actor) => ({ userId: actors[actor].id }),
  },
  'connection:check': {
    outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)),
    payload: () => ({ withinMs: null }),
  },
  'users:seen': { outcomes: signedInReaders(unauthorized), payload: () => ({}) },
  'users:unauthorized': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), payload: () => ({}) },
  'alert:join_alert_page': {
    outcomes: outcomes<true | string>(
      alertNotFound,
      alertNotFound,
      alertNotFound,
      alertNotFound,
      alertNotFound,
      true,
      true,
      true,
    ),
    payload: page,
  },
  // The roll-call is unknown. Those of a keeper are tested in roll-calls.test.ts.
  'roll-call:join': {
    outcomes: outcomes<true | string>(
      unauthorized,
      unauthorized,
      unauthorized,
      unauthorized,
      'rollCall.notFound',
      unauthorized,
      'rollCall.notFound',
      'rollCall.notFound',
    ),
    payload: () => ({ rollCallId: randomUUID() }),
  },
  'roll-call:leave': {
    outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)),
    payload: () => ({ rollCallId: randomUUID() }),
  },
  'roll-call:delivered': { outcomes: signedInReaders(unauthorized), payload: () => ({ rollCallIds: [randomUUID()] }) },
  'alert:leave_alert_page': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), payload: page },
  'message-threads:join': { outcomes: threadMembers, payload: thread },
  'message-threads:leave': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), payload: thread },
  'messages:typing': { outcomes: threadMembers, payload: thread },
  'messages:stopped_typing': { outcomes: threadMembers, payload: thread },
  'feed:join': { outcomes: feedReaders('feed.notFound'), payload: ({ feedId }) => ({ feedId }) },
  'feed:leave': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), payload: ({ feedId }) => ({ feedId }) },
  'comment:join': { outcomes: feedReaders('post.notFound'), payload: ({ postId }) => ({ entityId: postId }) },
  'comment:leave': {
    outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)),
    payload: ({ postId }) => ({ entityId: postId }),
  },
  'page:join': { outcomes: signedInReaders('page.notFound'), payload: ({ pageId }) => ({ pageId }) },
  'page:leave': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), payload: ({ pageId }) => ({ pageId }) },
  'call:join': { outcomes: callParticipants(true), before: startCall, payload: ofCall },
  'call:heartbeat': { outcomes: callParticipants(true), before: startCall, payload: ofCall },
  // The participants may not send signals to themselves.
  'call:signal': {
    outcomes: callParticipants('call.notConnected'),
    before: startCall,
    payload: () => ({ ...ofCall(), to: call.own, seq: 0, signal: offer() }),
  },
  'asr-chat:join': { outcomes: threadMembers, payload: ofRadio },
  'asr-chat:leave': { outcomes: threadMembers, payload: ofRadio },
  // Another socket of the audience has joined with this page.
  'radio:floor': { outcomes: threadMembersBut('radio.notJoined'), payload: (world) => ({ ...ofRadio(world), language: 'en' }) },
  'radio:release': { outcomes: threadMembers, payload: ofRadio },
  'radio:outcome': {
    outcomes: threadMembersBut('radio.noTransmission'),
    payload: (world) => ({ ...thread(world), transmissionId: randomUUID() }),
  },
  'radio:frame': {
    outcomes: outcomes<true | string>(
      unauthorized,
      unauthorized,
      unauthorized,
      unauthorized,
      'radio.notSpeaking',
      unauthorized,
      'radio.notSpeaking',
      'radio.notSpeaking',
    ),
    payload: () => encodeRadioFrame({ transmissionId: randomUUID(), seq: 0, packets: [SILENCE] }),
  },
  'hfo:join': {
    outcomes: outcomes<true | string>(unauthorized, unauthorized, unauthorized, unauthorized, true, unauthorized, true, true),
    payload: ({ actors }, actor) => ({ userId: actors[actor].id }),
  },
  'hfo:leave': {
    outcomes: outcomes<true | string>(unauthorized, unauthorized, unauthorized, unauthorized, true, unauthorized, true, true),
    payload: ({ actors }, actor) => ({ userId: actors[actor].id }),
  },
  // The command of an outsider is acknowledged and not recorded (ledger.test.ts).
  'alert:delivered': {
    outcomes: outcomes<true | string>(
      'unauthorized',
      'unauthorized',
      'unauthorized',
      'unauthorized',
      true,
      'unauthorized',
      true,
      true,
    ),
    payload: ({ alertId }) => ({ alertIds: [alertId] }),
  },
}

describe.each(Object.keys(clientCommands) as CommandName[])('%s', (name) => {
  test('each actor gets the acknowledgement of the access table', async () => {
    const acks: Partial<Outcomes<true | string>> = {}
    await commandRules[name].before?.(shared)
    for (const actor of ACTORS) {
      const socket = await openSocketAs(shared, actor)
      const ack = await socket.send(name, commandRules[name].payload(shared, actor))
      acks[actor] = ack.ok ? true : ack.code
    }
    expect(acks).toEqual(commandRules[name].outcomes)
  })
})

test('a socket gets "forbidden" when joining the room of another user', async () => {
  for (const actor of ACTORS) {
    const socket = await openSocketAs(shared, actor)
    const other = actor === 'admin' ? shared.actors.audience.id : shared.actors.admin.id
    expect(await socket.send('users:join_room', { userId: other })).toEqual({ ok: false, code: 'forbidden' })
    expect(await socket.send('users:join_room', { userId: randomUUID() })).toEqual({ ok: false, code: 'forbidden' })
  }
})
