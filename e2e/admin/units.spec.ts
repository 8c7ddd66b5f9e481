import { expect } from '@playwright/test'
import type { CatalogueLanguage } from '@noroshi/contract/i18n'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test as journey } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { Person } from '../fixtures/person.ts'
import { postOf } from '../fixtures/scenes/feed-actions.ts'
import {
  chooseFile,
  comparison,
  confirmDigits,
  createFeedOfAll,
  EXCHANGED_WITHIN_MS,
  nameServer,
  publishPost,
  readDigits,
  saveByButton,
  startGroup,
} from '../fixtures/scenes/unit-actions.ts'
import { button, row } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { startServer } from '../fixtures/servers/server.ts'
import { textsIn } from '../fixtures/texts.ts'

const SAMPLES = {
  en: {
    group: 'Wakaba town',
    hall: 'Town hall',
    gym: 'Gym of the school',
    feed: 'Water supply',
    text: 'Water at ten',
    reply: 'Two tanks are empty',
  },
  ja: {
    group: '若葉町',
    hall: '役場',
    gym: '小学校の体育館',
    feed: '給水のお知らせ',
    text: '給水車は10時に来ます',
    reply: '水槽が二つ空です',
  },
} satisfies Record<CatalogueLanguage, unknown>

/** Two servers with a database each, and their administrators. That of the second has a wide, dark screen. */
const test = journey.extend<{ pair: (language: CatalogueLanguage) => Promise<{ hall: Person; gym: Person }> }>({
  pair: async ({ server, visitor }, use) => {
    const other = await startServer()
    const people: Person[] = []
    await use(async (language) => {
      const hall = await createAdministrator(server, visitor, { language })
      const options = { language, wide: true, scheme: 'dark' } as const
      const gym = await createAdministrator(other, (given) => Person.visitor(other.url, given), options)
      people.push(gym)
      await nameServer(gym, SAMPLES[language].gym)
      return { hall, gym }
    })
    for (const person of people) await person[Symbol.asyncDispose]()
    await other.stop()
    for (const { pageErrors } of people) expect(pageErrors, 'errors on the page of the second unit').toEqual([])
  },
})

for (const language of ['en', 'ja'] satisfies CatalogueLanguage[]) {
  const t = textsIn(language)
  const samples = SAMPLES[language]

  test(
    `two units pair by a one-time code, and a feed for all units that one publishes is read at the other (${language})`,
    onlyLong(),
    async ({ pair }) => {
      const { hall, gym } = await pair(language)
      await test.step('the first unit starts a group and creates a code, which the second enters', async () => {
        await startGroup(hall, t, samples.group, samples.hall)
        await button(hall.page, t('units.createCode')).click()
        const code = await hall.page.getByRole('status').locator('[translate=no]').innerText()
        expect(code).toMatch(/^(?:\w{4}-){3}\w{4}$/)
        await expectAccessible(hall, 'a code for a unit')
        await gym.open('/admin/units')
        await expectAccessible(gym, 'a server in no group')
        await gym.page.getByRole('textbox', { name: t('units.address') }).fill(hall.url)
        await gym.page.getByRole('textbox', { name: t('units.code') }).fill(code.toLowerCase())
        await button(gym.page, t('units.join')).click()
      })

      await test.step('both screens show the same twelve digits, and nothing is exchanged before both are confirmed', async () => {
        const digits = await readDigits(gym, samples.hall)
        expect(digits).toMatch(/^\d{12}$/)
        await hall.page.reload()
        expect(await readDigits(hall, samples.gym)).toBe(digits)
        await expect(row(hall.page, samples.gym)).toContainText(t('units.unconfirmed'))
        await expect(gym.page.getByText(t('units.notSharing'))).toBeVisible()
        await expectAccessible(hall, 'digits to compare')
        await confirmDigits(hall, t, samples.gym)
        await confirmDigits(gym, t, samples.hall)
        await expect(gym.page.getByText(t('units.notSharing'))).toBeHidden()
      })

      await test.step('an administrator marks a feed and publishes; the other unit reads it and replies', async () => {
        await createFeedOfAll(hall, t, samples.feed)
        await expect(hall.page.getByText(t('feeds.isShared'), { exact: true })).toBeVisible()
        await publishPost(hall, t, samples.text)
        await gym.openLive('/feeds')
        const feed = gym.page.getByRole('link', { name: samples.feed })
        await feed.click({ timeout: EXCHANGED_WITHIN_MS })
        await expect(gym.page.getByText(t('feeds.isShared'), { exact: true })).toBeVisible()
        await expect(postOf(gym, samples.text)).toContainText('Kenji')
        await publishPost(gym, t, samples.reply)
        await expect(postOf(hall, samples.reply)).toBeVisible({ timeout: EXCHANGED_WITHIN_MS })
        await hall.open('/admin/units')
        await expect(row(hall.page, samples.gym)).not.toContainText(t('units.unconfirmed'))
        await expect(row(hall.page, samples.gym)).toContainText(t('units.clockSame'))
        await expectAccessible(hall, 'units with a link')
      })
    },
  )

  test(
    `two units without a link pair by files, and a stick brings the feed for all units and the reply (${language})`,
    onlyLong(),
    async ({ pair }, testInfo) => {
      const { hall, gym } = await pair(language)
      const stick = (name: string) => testInfo.outputPath(name)
      await startGroup(hall, t, samples.group, samples.hall)
      await test.step('the request is read at the first unit, whose answer is read at the second', async () => {
        await gym.open('/admin/units')
        const request = await saveByButton(gym, button(gym.page, t('units.saveRequest')), stick('request.json'))
        const answered = hall.page.waitForEvent('download')
        await chooseFile(hall, t('units.admit'), request)
        await (await answered).saveAs(stick('answer.json'))
        await expect(hall.page.getByText(t('units.admitted'))).toBeVisible()
        await chooseFile(gym, t('units.readAnswer'), stick('answer.json'))
        const digits = await readDigits(gym, samples.hall)
        expect(digits).toMatch(/^\d{24}$/)
        expect(await readDigits(hall, samples.gym)).toBe(digits)
        await expectAccessible(gym, '24 digits to compare')
        await confirmDigits(hall, t, samples.gym)
        await confirmDigits(gym, t, samples.hall)
      })

      const carry = async (from: Person, to: Person, names: { from: string; to: string }) => {
        await from.open('/admin/units')
        const write = button(from.page, t('units.writeFileFor', { name: names.to }))
        const file = await saveByButton(from, write, stick('units.age'))
        await to.open('/admin/units')
        await chooseFile(to, t('units.readFile'), file)
        await expect(to.page.getByText(t('units.fileNew', { name: names.from }))).toBeVisible()
        return file
      }
      await test.step('a file brings the feed to the second unit, and its reply to the first', async () => {
        await createFeedOfAll(hall, t, samples.feed)
        await publishPost(hall, t, samples.text)
        const file = await carry(hall, gym, { from: samples.hall, to: samples.gym })
        await chooseFile(gym, t('units.readFile'), file)
        await expect(gym.page.getByText(t('units.fileOld', { name: samples.hall }))).toBeVisible()
        await gym.open('/feeds')
        await gym.page.getByRole('link', { name: samples.feed }).click()
        await expect(postOf(gym, samples.text)).toBeVisible()
        await publishPost(gym, t, samples.reply)
        await carry(gym, hall, { from: samples.gym, to: samples.hall })
        await hall.open('/feeds')
        await hall.page.getByRole('link', { name: samples.feed }).click()
        await expect(postOf(hall, samples.reply)).toBeVisible()
      })

      await test.step('a file that is damaged or not for this unit is refused and changes nothing', async () => {
        gym.allowConsoleError(/status of 400/)
        await gym.open('/admin/units')
        await chooseFile(gym, t('units.readFile'), stick('answer.json'))
        await expect(gym.page.getByText(t('error.units.bundleRefused'))).toBeVisible()
        await expect(comparison(gym, samples.hall)).toBeHidden()
      })
    },
  )
}
