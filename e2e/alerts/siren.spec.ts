import { expect, type Page } from '@playwright/test'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import { sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/servers/deployment.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { type Texts, textsIn } from '../fixtures/texts.ts'

/** Counts the looping sounds that play, in `window.loops`. */
async function countLoops({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    const playing = new Set<AudioBufferSourceNode>()
    const { start, stop } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.loop) playing.add(this)
      start.apply(this, when as [])
    }
    AudioBufferSourceNode.prototype.stop = function (...when) {
      playing.delete(this)
      stop.apply(this, when as [])
    }
    Object.defineProperty(window, 'loops', { get: () => playing.size })
  })
}
const loops = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'loops')))

const raise = (person: Person, textContent: string) =>
  fetchOk(person, alertRoutes.raise, { body: { textContent, latitude: '38.26820', longitude: '140.86940' } })
const resolve = (person: Person, id: string) => fetchOk(person, alertRoutes.resolve, { body: { AlertId: id } })

const stopButton = (page: Page, t: Texts) => page.getByRole('button', { name: t('siren.stopSound') })

/** Creates a screen by the API and connects this device to it by its code. */
async function connectScreen(admin: Person, screen: Person, t: Texts): Promise<void> {
  const { items } = await fetchOk(admin, alertGroupRoutes.list)
  const body = { name: 'Hall', groupIds: items.map(({ id }) => id) }
  const { code } = await fetchOk(admin, sirenScreenRoutes.create, { body })
  await screen.open('/siren')
  await screen.page.getByRole('textbox', { name: t('siren.code') }).fill(code)
  await screen.page.getByRole('button', { name: t('siren.connect') }).click()
  await expect(screen.page.getByText(t('siren.noActive'))).toBeVisible()
}

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `an administrator adds a siren screen, which alarms until the SOS is resolved and goes quiet when it is revoked (${language}, ${scheme})`,
      onlyLong(),
      async ({ server, visitor, signedIn }) => {
        const t = textsIn(language)
        const admin = await createAdministrator(server, visitor, { language, scheme })
        const aiko = await signedIn('Aiko', { language, scheme })
        const screen = await visitor({ language, scheme, wide: true })
        await countLoops(screen)

        await admin.open('/admin/screens')
        await expectAccessible(admin, 'no siren screens')
        await admin.page.getByRole('button', { name: t('sirenScreens.create') }).click()
        const dialog = dialogOf(admin)
        await dialog.getByRole('textbox', { name: t('sirenScreens.name') }).fill('Hall entrance')
        await dialog.getByRole('button', { name: t('sirenScreens.make') }).click()
        await expect(dialog.getByText(t('sirenScreens.groupRequired'))).toBeVisible()
        await dialog.getByRole('checkbox').first().check()
        await expectAccessible(admin, 'form of a siren screen')
        await dialog.getByRole('button', { name: t('sirenScreens.make') }).click()
        const code = await dialog.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent()
        await expectAccessible(admin, 'code of a siren screen')
        await dialog
          .getByRole('button', { name: t('chrome.close'), exact: true })
          .last()
          .click()

        const { page } = screen
        await screen.open('/siren')
        await expectAccessible(screen, 'code form')
        await page.getByRole('textbox', { name: t('siren.code') }).fill('00000-00000')
        screen.allowConsoleError(/400/)
        // This is the announcement of an alert that was resolved meanwhile.
        screen.allowConsoleError(/404.*text-to-speech/)
        await page.getByRole('button', { name: t('siren.connect') }).click()
        await expect(page.getByText(t('error.siren.codeInvalid')).first()).toBeVisible()
        // The code in the URL of the QR code is removed from the URL and pairs the screen.
        await page.goto('about:blank')
        await screen.open(`/siren#${code}`)
        await expect(page.getByText(t('siren.noActive'))).toBeVisible()
        expect(new URL(page.url()).hash).toBe('')
        await page.reload()
        await expect(page.getByText(t('siren.noActive'))).toBeVisible()
        await page.mouse.click(10, 10)
        await expect(page.getByRole('button', { name: t('siren.enableSound') })).toBeHidden()
        await expectAccessible(screen, 'idle siren screen')

        await admin.page.reload()
        await expect(admin.page.getByText('Hall entrance')).toBeVisible()
        await expect(admin.page.getByText(t('sirenScreens.online'))).toBeVisible()
        await expectAccessible(admin, 'siren screens')

        const first = await raise(aiko, 'water is rising')
        await expect(page.getByText('water is rising')).toBeVisible()
        await expect(page.getByText('Aiko')).toBeVisible()
        await expect.poll(() => loops(page)).toBe(1)
        await expectAccessible(screen, 'alarm of a siren screen')
        await stopButton(page, t).click()
        await expect.poll(() => loops(page)).toBe(0)
        await expect(page.getByRole('button', { name: t('siren.soundStopped') })).toBeVisible()

        const ben = await signedIn('Ben', { language, scheme })
        const second = await raise(ben, 'a wall fell')
        await expect(page.getByText('a wall fell')).toBeVisible()
        await expect.poll(() => loops(page)).toBe(1)
        await expect(page.getByText(t('siren.alertOf', { number: 1, total: 2 }))).toBeVisible()
        await page.getByRole('button', { name: t('siren.next') }).click()
        await expect(page.getByText('water is rising')).toBeVisible()

        await resolve(aiko, first.id)
        await expect(page.getByText('a wall fell')).toBeVisible()
        await resolve(ben, second.id)
        await expect(page.getByText(t('siren.noActive'))).toBeVisible()
        await expect.poll(() => loops(page)).toBe(0)

        await raise(aiko, 'smoke')
        await expect(page.getByText('smoke')).toBeVisible()
        await expect.poll(() => loops(page)).toBe(1)
        // The alarm of the administrator covers the screens until it is answered.
        await admin.page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('alerts.responding') })
          .click()
        await admin.open('/admin/screens')
        await admin.page.getByRole('button', { name: t('sirenScreens.revokeOf', { name: 'Hall entrance' }) }).click()
        await dialogOf(admin)
          .getByRole('button', { name: t('sirenScreens.revoke'), exact: true })
          .click()
        await expect(page.getByText(t('siren.revoked'))).toBeVisible()
        await expect(page.getByText('smoke')).toBeHidden()
        await expect.poll(() => loops(page)).toBe(0)
        await expectAccessible(screen, 'revoked siren screen')
        screen.allowConsoleError(/401/)
        await page.reload()
        await expect(page.getByText(t('siren.revoked'))).toBeVisible()
        await page.getByRole('button', { name: t('siren.enterCode') }).click()
        await expect(page.getByRole('textbox', { name: t('siren.code') })).toBeVisible()
      },
    )

test(
  'a siren screen that restarts without the server shows since when it has no connection, and alarms when the server is back',
  onlyLong(),
  async ({ server, visitor, signedIn }) => {
    const t = textsIn('en')
    const admin = await createAdministrator(server, visitor, { language: 'en' })
    const aiko = await signedIn('Aiko')
    const screen = await visitor({ hasServiceWorker: true })
    const { page } = screen
    for (const person of [admin, aiko, screen])
      person.allowConsoleError(/net::ERR_CONNECTION_REFUSED|net::ERR_EMPTY_RESPONSE|net::ERR_CONNECTION_RESET/)
    await connectScreen(admin, screen, t)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await server.kill()
    await page.reload()
    await expect(page.getByText(/^No connection since /)).toBeVisible()
    await expect(page.getByText(t('siren.lostWarning'))).toBeVisible()
    await expectAccessible(screen, 'siren screen without the server')
    await server.restart(0)
    await expect(page.getByText(t('siren.noActive'))).toBeVisible({ timeout: 30_000 })
    await raise(aiko, 'water is rising')
    await expect(page.getByText('water is rising')).toBeVisible()
  },
)
