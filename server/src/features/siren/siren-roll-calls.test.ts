import { expect, test } from 'vitest'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { createGroup } from '#/testing/scenes/chats.ts'
import { ask } from '#/testing/scenes/roll-calls.ts'
import { createScreens, stateOf } from '#/testing/scenes/siren-screens.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('a siren screen shows an urgent roll-call of all users until its end, and no other one', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const { screen, aiko } = await createScreens(noroshi, admin)
  const rollCalls = async () => (await stateOf(screen)).body.rollCalls
  const [other] = await noroshi.people('Other')
  const { id: threadId } = await createGroup(aiko, [other])
  await ask(aiko, { audience: { kind: 'groups', threadIds: [threadId] }, title: 'Only this group' })
  await ask(admin, { isUrgent: false, title: 'Not urgent' })
  expect(await rollCalls()).toEqual([])
  const socket = await screen.openSocket()
  const { id } = await ask(admin, { isSeparate: true, title: 'Flood: are you safe?', text: 'Go upstairs first.', isDrill: true })
  await socket.next('siren:changed')
  expect(await rollCalls()).toEqual([
    {
      id,
      createdAt: expect.any(String) as string,
      title: 'Flood: are you safe?',
      text: 'Go upstairs first.',
      isDrill: true,
    },
  ])
  await admin.fetch(rollCallRoutes.close, { params: { id }, body: { endText: '' } })
  await socket.next('siren:changed')
  expect(await rollCalls()).toEqual([])
})
