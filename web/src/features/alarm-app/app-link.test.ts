import { expect, test } from 'vitest'
import { appLink, mayPushByApp, settingsFile } from './app-link.ts'

const topic = `nw${'a'.repeat(44)}`

test('the link names host, port and topic, and http only where the page is not secure', () => {
  expect(appLink({ origin: 'https://noroshi.lan:3443', topic })).toBe(`ntfy://noroshi.lan:3443/${topic}?display=Noroshi`)
  expect(appLink({ origin: 'http://100.64.76.1', topic })).toBe(`ntfy://100.64.76.1/${topic}?secure=false&display=Noroshi`)
})

test('the settings file sets the repeated sound and the WebSocket for the topic of this server', async () => {
  expect(JSON.parse(await settingsFile({ origin: 'http://noroshi.lan', topic, isPushServer: true }).text())).toMatchObject({
    magic: 'ntfy2586',
    settings: { connectionProtocol: 'ws', defaultBaseUrl: 'http://noroshi.lan' },
    subscriptions: [{ baseUrl: 'http://noroshi.lan', topic, insistent: 1, id: expect.any(Number) as number }],
  })
})

test('only browsers of Mozilla on Android get their notifications by the app', async () => {
  expect(mayPushByApp('Mozilla/5.0 (Android 15; Mobile; rv:147.0) Gecko/147.0 Firefox/147.0')).toBe(true)
  expect(mayPushByApp('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36')).toBe(false)
  expect(mayPushByApp('Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0')).toBe(false)
  expect(await settingsFile({ origin: 'http://noroshi.lan', topic, isPushServer: false }).text()).not.toContain('defaultBaseUrl')
})
