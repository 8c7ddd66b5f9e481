import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { createGroup, fetchMessages, requestSend, startPersonalChat } from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { changeMessage } from './changes/change-message.service.ts'

// A client sends a message again, because it did not receive the reply.

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

interface Chat {
  readonly send: (text: string) => Promise<{ readonly status: number; readonly body: { readonly id: string } }>
}
type StartChat = (aiko: TestUser, ben: TestUser, clientId: string) => Promise<Chat>

const startPersonal: StartChat = async (aiko, ben, clientId) => {
  const { id } = await startPersonalChat(aiko, ben)
  return { send: (text) => requestSend(aiko, id, text, { clientId, latitude: '38.26', longitude: '140.5' }) }
}
const startGroup: StartChat = async (aiko, ben, clientId) => {
  const { id } = await createGroup(aiko, [ben])
  return { send: (text) => requestSend(aiko, id, text, { clientId }) }
}
const startUploads: StartChat = async (aiko, ben, clientId) => {
  const { id: messageThreadId } = await startPersonalChat(aiko, ben)
  const files = [{ field: 'messageMedia', name: 'plan.txt', bytes: new TextEncoder().encode('meet at the hall') }]
  return { send: (text) => aiko.request(messageRoutes.upload, { form: { messageThreadId, clientId, text }, files }) }
}
const startAlertChat: StartChat = async (aiko, _ben, clientId) => {
  const { id: alertId } = await aiko.fetch(alertRoutes.raise, { body: {} })
  return { send: (text) => aiko.request(alertRoutes.sendMessage, { body: { alertId, text, clientId } }) }
}

/** Removes what the version before did not store. */
const forgetHash = (id: string) => noroshi.db.updateTable('messages').set({ body_hash: null }).where('id', '=', id).execute()

/** Changes the text, as its sender will be able to. */
const changeText = (messageId: string) =>
  noroshi.deps.transaction((tx) =>
    changeMessage(tx, messageId, null, () =>
      tx
        .updateTable('messages')
        .set((row) => ({ text: 'we are three', version: row('version', '+', 1) }))
        .where('id', '=', messageId)
        .execute(),
    ),
  )

describe.each([
  ['personal chat', startPersonal],
  ['group', startGroup],
  ['chat with files', startUploads],
  ['chat of an alert', startAlertChat],
])('%s', (_name, startChat) => {
  test('a repetition gets the message, and other content gets 409, also for a message of the version before', async () => {
    const { send } = await startChat(...(await noroshi.people('Aiko', 'Ben')), randomUUID())
    const { body: sent } = await send('we are two')
    const repeatBoth = async () => [await send('we are two'), await send('we are three')]
    const answers = [{ status: 201, body: { ...sent, userId: expect.anything() as unknown } }, { status: 409 }]
    expect(await repeatBoth()).toMatchObject(answers)
    await forgetHash(sent.id)
    expect(await repeatBoth()).toMatchObject(answers)
  })

  test('a repetition after the message has changed gets the changed message, also one of the version before', async () => {
    for (const isEarlier of [false, true]) {
      const { send } = await startChat(...(await noroshi.people('Aiko', 'Ben')), randomUUID())
      const { body: sent } = await send('we are two')
      if (isEarlier) await forgetHash(sent.id)
      await changeText(sent.id)
      expect(await send('we are two')).toMatchObject({ status: 201, body: { id: sent.id, text: 'we are three', version: 2 } })
      expect(await send('we are four')).toMatchObject({ status: 409 })
    }
  })
})

test('a message whose sender has a clock in the year 0 is stored with that time', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const messageAt = '0000-03-11T05:46:00.000Z'
  expect(await requestSend(aiko, id, 'what year is it?', { messageAt })).toMatchObject({ status: 201, body: { messageAt } })
  expect(await fetchMessages(ben, id)).toMatchObject([{ messageAt }])
})
