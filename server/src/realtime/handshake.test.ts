import { expect, test } from 'vitest'
import { adds, makesGroup, removes, says } from '#/testing/chats.ts'
import { type Unit, unit } from '#/testing/unit.ts'

/** What happens after the next sockets were given their rooms, and before they are connected. */
const duringHandshakes = ({ io }: Unit, work: () => Promise<unknown>) =>
  io.use((_socket, next) => {
    work().then(() => next(), next)
  })

test('who joins a group during the handshake hears it', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await makesGroup(aiko, [ben])
  duringHandshakes(noroshi, () => adds(aiko, id, [chie]))
  const joining = await chie.listens()
  await expect.poll(() => noroshi.io.sockets.adapter.rooms.get(`thread:${id}`)?.size ?? 0).toBe(1)
  const { text } = await says(aiko, id)
  expect(await joining.next('messages:new_message')).toMatchObject({ text })
})

test('who is removed from a group during the handshake hears no more of it', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await makesGroup(aiko, [ben, chie])
  const staying = await ben.listens()
  duringHandshakes(noroshi, () => removes(aiko, id, chie))
  const leaving = await chie.listens()
  await expect.poll(() => noroshi.io.sockets.adapter.rooms.get(`thread:${id}`)?.size ?? 0).toBe(1)
  await says(aiko, id)
  await staying.next('messages:new_message')
  await leaving.settles()
  expect(leaving.names()).not.toContain('messages:new_message')
})
