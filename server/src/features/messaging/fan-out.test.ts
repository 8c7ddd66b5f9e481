import { expect, test } from 'vitest'
import { createGroup, requestSend } from '#/testing/chats.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('long texts of one member to many sockets are limited by their bytes, and other members still write', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await createGroup(aiko, [ben])
  const sockets = await Promise.all(Array.from({ length: 100 }, () => ben.openSocket()))
  // Each text is 30 kB, and 3 MB at the sockets of the group.
  const statuses: number[] = []
  for (let sent = 0; sent < 30; sent += 1)
    statuses.push((await requestSend(aiko, group.id, `${sent} ${'橋'.repeat(9990)}`)).status)
  expect(statuses[0]).toBe(201)
  expect(statuses.at(-1)).toBe(429)
  expect(statuses.filter((status) => status === 201).length).toBeLessThan(25)
  expect((await requestSend(ben, group.id, 'The bridge is open')).status).toBe(201)
  for (const socket of sockets) socket.close()
})
