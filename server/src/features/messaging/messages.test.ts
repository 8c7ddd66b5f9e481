import { describe, expect, test } from 'vitest'
import { begins, opens, reads, writes } from '#/testing/chats.ts'
import { unit } from '#/testing/unit.ts'

describe('a message', () => {
  test('goes live to the other of a personal thread, and is what a later reader reads', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const [other, outsider] = await Promise.all([ben.listens(), dora.listens()])
    const { id } = await begins(aiko, ben)
    const place = { latitude: '38.2', longitude: '140.9', messageAt: '2026-03-11T05:46:00Z' }
    const { status, body } = await writes(aiko, id, ' the bridge\r\nis closed ', place)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      MessageThreadId: id,
      seq: 1,
      text: 'the bridge\nis closed',
      SenderId: aiko.id,
      sender: { fullName: 'Aiko' },
      messageType: 'normalChat',
      status: 'sent',
      messageMedias: [],
      latitude: 38.2,
      longitude: 140.9,
      alertId: null,
      isGroupMessage: false,
      userId: [ben.id],
      messageAt: '2026-03-11T05:46:00.000Z',
    })
    expect(await other.next('messages:new_message')).toEqual(body)
    expect(await reads(ben, id)).toEqual([body])
    expect((await opens(ben, id)).latestMessage).toEqual(body)
    await outsider.settles()
    expect(outsider.names()).toEqual([])
  })
})
