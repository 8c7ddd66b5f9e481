import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

// The attack: a page of another website sends an SOS by the browser of each of its visitors.

const { raise } = alertRoutes
const FOREIGN: [string, Record<string, string>][] = [
  ['a page of another website', { origin: 'https://evil.example' }],
  ['a page of the same host on another port', { origin: 'http://127.0.0.1:1' }],
  ['a page in a sandboxed frame', { origin: 'null' }],
  ['a request without Origin that the browser marks', { 'sec-fetch-site': 'cross-site' }],
]
/** What a page can send without asking: a text, as a form or `fetch` with `no-cors` does. */
const raiseFrom = (noroshi: TestServer, headers: Record<string, string>, textContent: string) =>
  noroshi.visitor.fetch(raise, {
    body: JSON.stringify({ clientId: randomUUID(), textContent }),
    headers: { ...headers, 'content-type': 'text/plain' },
  })

test.each(FOREIGN)('an SOS of %s alarms administrators only, and each own SOS alarms everyone', async (_label, headers) => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const kenji = await noroshi.admin('Kenji')
  const [listening, administrating] = [await ben.openSocket(), await kenji.openSocket()]
  const foreign = await Promise.all(Array.from({ length: 20 }, () => raiseFrom(noroshi, headers, 'no emergency')))
  for (const { recipientCount } of foreign) expect(recipientCount).toBe(1)

  const own = [
    await raiseFrom(noroshi, {}, 'fire'),
    await raiseFrom(noroshi, { origin: noroshi.url }, 'fire'),
    await raiseFrom(noroshi, { origin: 'null', 'sec-fetch-site': 'same-origin' }, 'fire'),
    await aiko.fetch(raise, { body: { textContent: 'fire' }, headers }),
  ].map(({ id }) => id)
  await listening.settle()
  await administrating.settle()
  expect(listening.payloadsOf('alert:new_alert').map((alert) => (alert as { id: string }).id)).toEqual(own)
  expect(administrating.payloadsOf('alert:new_alert')).toHaveLength(24)

  const { items } = await kenji.fetch(anonymousAlertRoutes.sources)
  expect(items.filter(({ isOtherSites }) => isOtherSites === true)).toMatchObject([{ totalCount: 20, mutedUntil: null }])
  const released = foreign[0]?.id ?? ''
  await kenji.fetch(anonymousAlertRoutes.release, { params: { id: released } })
  await listening.settle()
  expect(listening.payloadsOf('alert:new_alert').at(-1)).toMatchObject({ id: released, textContent: 'no emergency' })
})

test('without an administrator an SOS of another website still alarms everyone', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const { id } = await raiseFrom(noroshi, { origin: 'https://evil.example' }, 'fire')
  expect(await listening.next('alert:new_alert')).toMatchObject({ id })
})
