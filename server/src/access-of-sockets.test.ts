import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { type Outcomes, outcomes } from '#/testing/doors.ts'
import { type Actor, ACTORS, listensAs, type World, world } from '#/testing/world.ts'

// One line for each command of a socket: who may give it. A new command without its line is a type error.

let given: World
beforeAll(async () => {
  given = await world()
})
afterAll(() => given[Symbol.asyncDispose]())

interface Ask {
  readonly outcomes: Outcomes<true | string>
  readonly sends: (world: World, actor: Actor) => unknown
}
const gone = 'alert.notFound'
const page = ({ alertId }: World) => ({ alertId })
const thread = ({ groupId }: World) => ({ messageThreadId: groupId })
const [nobody, absent] = ['unauthorized', 'thread.notFound']
const looks = outcomes<true | string>(nobody, nobody, nobody, nobody, absent, nobody, absent, true)

const opens = (code: string) => outcomes<true | string>(code, code, code, code, code, code, true, true)

/** A page for signed-in people. */
const signedInOpen = (code: string) => outcomes<true | string>(code, code, code, code, true, code, true, true)

const asks: Record<CommandName, Ask> = {
  // What its own handshake did not open, a socket does not open by naming it.
  'users:join_room': {
    outcomes: outcomes<true | string>('forbidden', 'forbidden', 'forbidden', 'forbidden', true, 'forbidden', true, true),
    sends: ({ actors }, actor) => ({ userId: actors[actor].id }),
  },
  'users:unauthorized': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), sends: () => ({}) },
  'alert:join_alert_page': { outcomes: outcomes<true | string>(gone, gone, gone, gone, gone, true, true, true), sends: page },
  'alert:leave_alert_page': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), sends: page },
  'message-threads:join': { outcomes: looks, sends: thread },
  'message-threads:leave': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), sends: thread },
  'messages:typing': { outcomes: looks, sends: thread },
  'messages:stopped_typing': { outcomes: looks, sends: thread },
  'feed:join': { outcomes: opens('feed.notFound'), sends: ({ feedId }) => ({ feedId }) },
  'feed:leave': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), sends: ({ feedId }) => ({ feedId }) },
  'comment:join': { outcomes: opens('post.notFound'), sends: ({ postId }) => ({ entityId: postId }) },
  'comment:leave': {
    outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)),
    sends: ({ postId }) => ({ entityId: postId }),
  },
  'page:join': { outcomes: signedInOpen('page.notFound'), sends: ({ pageId }) => ({ pageId }) },
  'page:leave': { outcomes: outcomes<true | string>(...ACTORS.map(() => true as const)), sends: ({ pageId }) => ({ pageId }) },
  // An outsider’s word is heard and leaves no trace (ledger.test.ts).
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
    sends: ({ alertId }) => ({ alertIds: [alertId] }),
  },
}

describe.each(Object.keys(clientCommands) as CommandName[])('%s', (name) => {
  test('is open to those alone for whom it is', async () => {
    const answered: Partial<Outcomes<true | string>> = {}
    for (const actor of ACTORS) {
      const listening = await listensAs(given, actor)
      const ack = await listening.asks(name, asks[name].sends(given, actor))
      answered[actor] = ack.ok ? true : ack.code
    }
    expect(answered).toEqual(asks[name].outcomes)
  })
})

test('nobody joins the room of another person', async () => {
  for (const actor of ACTORS) {
    const listening = await listensAs(given, actor)
    const other = actor === 'admin' ? given.actors.audience.id : given.actors.admin.id
    expect(await listening.asks('users:join_room', { userId: other })).toEqual({ ok: false, code: 'forbidden' })
    expect(await listening.asks('users:join_room', { userId: randomUUID() })).toEqual({ ok: false, code: 'forbidden' })
  }
})
