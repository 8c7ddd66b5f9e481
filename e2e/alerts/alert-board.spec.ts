import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const t = textsIn('en')
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }
/** Alerts of the flood. The last two are duplicates of the first one. */
const ALERTS = 12
const DUPLICATES = 2

const boardOf = ({ page }: Person) => page.locator('a[data-alert]')

/** Raises an anonymous alert that the person has seen, so that no alarm covers the pages. */
async function raiseSeen(url: string, person: Person, textContent: string): Promise<string> {
  const body = { ...SENDAI, textContent, clientId: crypto.randomUUID() }
  const { id } = await callApi(url, alertRoutes.raise, { body })
  await fetchOk(person, alertRoutes.answer, { params: { id }, body: { answer: 'seen' } })
  return id
}

test('after a flood, each alert has an owner or a mark, with at most three presses for each', async ({ server, visitor }) => {
  const gen = await createAdministrator(server, visitor, { wide: true, location: SENDAI })
  const { page } = gen
  await gen.open('/feeds')
  for (let number = 1; number <= ALERTS; number++)
    await raiseSeen(server.url, gen, number > ALERTS - DUPLICATES ? 'Fire at the mill' : `Emergency ${number}`)
  await gen.open('/alerts')
  const rows = boardOf(gen)
  const unattended = page.locator('a[data-unattended]')
  await expect(rows).toHaveCount(ALERTS)
  await expect(unattended).toHaveCount(ALERTS)
  await expect(rows.first()).toContainText('Emergency 1')
  await expectAccessible(gen, 'the board in a flood')

  let presses = 0
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    presses += 1
  }
  await test.step('the keys go through the list', async () => {
    for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key)
    await expect(rows.nth(1)).toBeFocused()
  })
  await test.step('Gen takes the emergencies, each from the top of the board', async () => {
    for (let number = 1; number <= ALERTS - DUPLICATES; number++) {
      await unattended.first().click()
      presses += 1
      await press(t('alerts.assign.toMe'))
      await expect(page.getByText(/^Assigned to/).first()).toBeVisible()
      await gen.open('/alerts')
      await expect(unattended).toHaveCount(ALERTS - number)
    }
  })
  await test.step('Gen marks the others as duplicates, and none disappears', async () => {
    for (let number = 1; number <= DUPLICATES; number++) {
      await page
        .locator('a[data-unattended]', { hasNotText: t('alerts.duplicate.is') })
        .first()
        .click()
      presses += 1
      await press(t('alerts.duplicate.mark'))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Emergency 1 / })
        .click()
      presses += 1
      await expect(page.getByRole('button', { name: t('alerts.duplicate.undo') })).toBeVisible()
      await gen.open('/alerts')
      await expect(rows).toHaveCount(ALERTS)
    }
  })
  expect(presses).toBeLessThanOrEqual(3 * ALERTS)
  for (const row of await rows.all()) await expect(row).toContainText(/Assigned to|Duplicate/)
})

test(
  'on a phone and in a low window, the rows of the board are readable, and the map is one press away',
  onlyLong(),
  async ({ server, visitor }) => {
    const gen = await createAdministrator(server, visitor, { location: SENDAI })
    const { page } = gen
    await gen.open('/feeds')
    await raiseSeen(server.url, gen, 'Water is rising')
    for (const size of [
      { width: 360, height: 740 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size)
      await gen.open('/alerts')
      const row = boardOf(gen).first()
      await row.scrollIntoViewIfNeeded()
      for (const shown of [t('alerts.anonymous'), 'Water is rising', t('alerts.board.noOneYet')])
        await expect(row.getByText(shown, { exact: true })).toBeInViewport()
      await page.getByText(t('alerts.board.map'), { exact: true }).click()
      await expect(page.getByRole('region', { name: t('alerts.board.mapName') })).toBeVisible()
      await expectAccessible(gen, `the map of the board at ${size.width} px`)
    }
  },
)
