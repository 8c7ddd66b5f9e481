import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { isClockShifted } from '../../server/src/testing/shifted-clock.ts'
import { callApi } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { CertificateStore } from '../fixtures/browsers/certificate-store.ts'
import { test as base } from '../fixtures/journey.ts'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { onlyLong } from '../fixtures/long.ts'
import { storedEntries } from '../fixtures/scenes/outbox.ts'
import { PASSWORD, type Person } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/servers/server.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
/** An address of a LAN. The browser sends its requests to the loopback interface. */
const LAN = '192.168.71.5'
const location = { latitude: 38.26, longitude: 140.88 }

/** `store` trusts no authority until a test says so. */
const test = base.extend<{ store: CertificateStore }>({
  store: async ({ settings: _settings }, use) => {
    const store = new CertificateStore()
    await use(store)
    store.delete()
  },
})
test.use({ settings: { HTTPS: 'auto', HTTPS_NAMES: LAN } })

async function secureOriginOf({ url }: RunningServer): Promise<string> {
  const { https } = await callApi(url, httpsRoutes.info, {})
  if (https === null) throw new Error('the server has no HTTPS port')
  return `https://${LAN}:${https.port}`
}

const authorityOf = async ({ url }: RunningServer): Promise<string> => (await fetch(`${url}/join/noroshi.crt`)).text()

/** Registers a user and returns their session. */
async function register(serverUrl: string, firstName: string): Promise<{ token: string; id: string }> {
  const email = `${firstName.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.org`
  const registration = { firstName, lastName: '', email, password: PASSWORD, confirmPassword: PASSWORD }
  await callApi(serverUrl, accountRoutes.register, { body: registration })
  const { accessToken: token } = await callApi(serverUrl, accountRoutes.login, { body: { email, password: PASSWORD } })
  return { token, id: (await callApi(serverUrl, accountRoutes.me, {}, token)).id }
}

/** Signs in on the page on HTTP, without starting the app there. Returns the session token. */
async function signInOnHttp({ page, url }: Person, serverUrl: string): Promise<string> {
  const { token } = await register(serverUrl, 'Aiko')
  await page.goto(`${url}/favicon.svg`) // a page of the origin without the app
  await page.evaluate((stored) => localStorage.setItem('accessToken', stored), token)
  return token
}

/** The server processes the first request with this address, and its reply is lost. */
async function loseFirstReply(person: Person, urlPattern: string): Promise<{ count: number }> {
  person.allowConsoleError(/net::ERR_CONNECTION_RESET/)
  const session = await person.context.newCDPSession(person.page)
  const replies = { count: 0 }
  session.on('Fetch.requestPaused', ({ requestId }) => {
    replies.count += 1
    if (replies.count === 1) void session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
    else void session.send('Fetch.continueRequest', { requestId })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  return replies
}

test(
  'on a device that trusts the unit, the page on HTTP leads to HTTPS with its session, and devices work there',
  onlyLong(),
  async ({ server, visitor, store }) => {
    test.skip(isClockShifted, 'the certificate is valid by the shifted clock, which Chromium does not use')
    store.trust(await authorityOf(server))
    const origin = await secureOriginOf(server)
    const aiko = await visitor({ hostName: LAN, home: store.home, location })
    aiko.allowOrigin(origin)
    aiko.allowConsoleError(/favicon\.ico/)
    const { page } = aiko
    const oldToken = await signInOnHttp(aiko, server.url)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    const claims = await loseFirstReply(aiko, '*/handovers/claim')

    await aiko.open('/user/me')
    await page.waitForURL(`${origin}/user/me`)
    await expect(page.getByRole('heading', { name: /Aiko/ })).toBeVisible() // after the reload with the session
    expect(await page.evaluate(() => isSecureContext)).toBe(true)
    const newToken = await page.evaluate(() => localStorage.getItem('accessToken'))
    expect(newToken).not.toBe(oldToken)
    expect(claims.count, 'the page repeats the claim whose reply was lost').toBe(2)
    await expect(callApi(server.url, accountRoutes.me, {}, oldToken)).rejects.toThrow(/401/)

    await page.goto(`${origin}/ready`)
    const check = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(check(t('ready.secure'))).toContainText(t('ready.secureOk'))
    await expect(check(t('ready.connection'))).toContainText(t('ready.connectionOk'))
    await check(t('ready.camera'))
      .getByRole('button', { name: t('ready.check') })
      .click()
    await expect(check(t('ready.camera')).locator('video')).toBeVisible()
    await expect
      .poll(() =>
        check(t('ready.camera'))
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.videoWidth),
      )
      .toBeGreaterThan(0)
    await check(t('ready.microphone'))
      .getByRole('button', { name: t('ready.check') })
      .click()
    await expect(page.getByRole('progressbar', { name: t('ready.microphoneLevel') })).toBeVisible()
    // The microphone of the browser beeps once a second, so each frame is checked.
    await page.waitForFunction(() => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 0)
    await check(t('ready.location'))
      .getByRole('button', { name: t('ready.check') })
      .click()
    await expect(check(t('ready.location'))).toContainText(t('ready.state.ok'))
    await check(t('ready.sound'))
      .getByRole('button', { name: t('ready.soundPlay') })
      .click()
    await expect(check(t('ready.sound'))).toContainText(t('ready.soundPlaying'))
    await expectAccessible(aiko, 'the device check with open devices')
  },
)

test(
  'an anonymous raiser keeps the alert, and an SOS that was not sent is sent by the page on HTTPS',
  onlyLong(),
  async ({ server, visitor, store }) => {
    store.trust(await authorityOf(server))
    const origin = await secureOriginOf(server)
    const guest = await visitor({ hostName: LAN, home: store.home })
    guest.allowOrigin(origin)
    const { page } = guest
    guest.allowConsoleError(/ERR_FAILED|favicon\.ico/)
    await page.goto(`${guest.url}/favicon.svg`)
    const clientId = crypto.randomUUID()
    await page.evaluate((id) => {
      const sos = { clientId: id, createdAt: new Date().toISOString(), latitude: null, longitude: null, accuracy: null }
      localStorage.setItem('unsentSos', JSON.stringify([{ ...sos, locatedAt: null, isRaised: false }]))
    }, clientId)
    // The page on HTTP cannot send the SOS itself.
    await page.route(`${guest.url}/backend/api/alerts`, (route) => route.abort())
    await guest.open('/')
    await page.waitForURL(`${origin}/**`)
    await page.waitForFunction(() => localStorage.getItem('alertTokens') !== null)
  },
)

test(
  'a page on HTTP with an unsent message stays there until the message is sent',
  onlyLong(),
  async ({ server, visitor, store }) => {
    store.trust(await authorityOf(server))
    const origin = await secureOriginOf(server)
    const aiko = await visitor({ hostName: LAN, home: store.home })
    aiko.allowOrigin(origin)
    aiko.allowConsoleError(/favicon\.ico|ERR_FAILED/)
    const { page } = aiko
    const token = await signInOnHttp(aiko, server.url)
    const { id: ownerId } = await callApi(server.url, accountRoutes.me, {}, token)
    const ben = await register(server.url, 'Ben')
    const { id: threadId } = await callApi(server.url, threadRoutes.startPersonal, { body: { recipient: ben.id } }, token)
    const messages = async () =>
      (await callApi(server.url, messageRoutes.list, { params: { id: threadId } }, token)).items.map(({ text }) => text)

    // The entry that a page stores before it is killed.
    await page.evaluate((entry) => localStorage.setItem(`unsent:${entry.id}`, JSON.stringify(entry)), {
      id: crypto.randomUUID(),
      kind: 'message',
      lane: `thread ${threadId}`,
      ownerId,
      seq: Date.now(),
      revision: 1,
      payload: { threadId, alertId: null, at: new Date().toISOString(), text: 'written on HTTP', location: null },
      files: [],
      refusal: null,
    })
    const probe = page.waitForResponse(`${origin}/**`)
    await aiko.open('/')
    await probe
    await expect.poll(messages, { timeout: 30_000 }).toEqual(['written on HTTP'])
    expect(new URL(page.url()).protocol).toBe('http:')
    await expect.poll(() => storedEntries(page)).toEqual([])
    await page.reload()
    await page.waitForURL(`${origin}/**`)
  },
)

for (const [language, scheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] as const)
  test(
    `on a device that does not trust the unit, the join page shows the steps (${language}, ${scheme})`,
    onlyLong(),
    async ({ server, visitor, store }) => {
      const text = textsIn(language)
      const origin = await secureOriginOf(server)
      const guest = await visitor({ hostName: LAN, home: store.home, language, scheme })
      guest.allowOrigin(origin)
      guest.allowConsoleError(/ERR_CERT_AUTHORITY_INVALID/)
      const { page } = guest
      const info = page.waitForResponse(/\/backend\/api\/https$/)
      await guest.open('/')
      await (await info).finished()
      await page
        .getByRole('link', { name: text('feeds.title') })
        .first()
        .click()
      await expect(page.getByText(text('join.banner'))).toBeVisible()
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 700 })
        await expect.poll(() => layoutFaults(page)).toEqual([])
      }
      await expectAccessible(guest, 'the hint')
      await page.getByRole('link', { name: text('join.bannerOpen') }).click()
      await expect(page.getByText(text('join.waiting'))).toBeVisible()
      const address = `http://${LAN}:${server.port}/join`
      await expect(page.getByRole('img', { name: text('join.qr', { address }) })).toBeVisible()
      await expectAccessible(guest, 'the join page')
      for (const [platform, first, file] of [
        ['ios', 'join.ios.1', 'noroshi.mobileconfig'],
        ['android', 'join.android.1', 'noroshi.crt'],
        ['windows', 'join.windows.1', 'noroshi.crt'],
        ['macos', 'join.macos.1', 'noroshi.crt'],
        ['linux', 'join.linux.1', 'noroshi.crt'],
      ] as const) {
        await page.getByLabel(text('join.device')).selectOption(platform)
        await expect(page.getByRole('listitem').filter({ hasText: text(first) })).toBeVisible()
        await expect(
          page.getByRole('link', { name: text(platform === 'ios' ? 'join.downloadProfile' : 'join.download') }),
        ).toHaveAttribute('href', `/join/${file}`)
      }
      await guest.open('/ready')
      await expect(page.getByText(text('ready.secureProblem'))).toBeVisible()
      await expect(page.getByText(text('ready.secureFirst'))).toHaveCount(7)
      await expectAccessible(guest, 'the device check without a secure page')
      expect(new URL(page.url()).protocol).toBe('http:')
    },
  )
