import { expect, test } from 'vitest'
import { appLink, settingsFile } from './app-link.ts'

const topic = `nw${'a'.repeat(44)}`

test('the link names host, port and topic, and http only where the page is not secure', () => {
  expect(appLink({ origin: 'https://noroshi.lan:3443', topic })).toBe(`ntfy://noroshi.lan:3443/${topic}?display=Noroshi`)
  expect(appLink({ origin: 'http://100.64.76.1', topic })).toBe(`ntfy://100.64.76.1/${topic}?secure=false&display=Noroshi`)
})

test('the settings file sets the repeated sound and the WebSocket for the topic of this server', async () => {
  expect(JSON.parse(await settingsFile({ origin: 'http://noroshi.lan', topic }).text())).toMatchObject({
    magic: 'ntfy2586',
    settings: { connectionProtocol: 'ws' },
    subscriptions: [{ baseUrl: 'http://noroshi.lan', topic, insistent: 1, id: expect.any(Number) as number }],
  })
})
