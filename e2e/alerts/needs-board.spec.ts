import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button } from '../fixtures/servers/administration.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const [language, scheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] satisfies [Language, 'light' | 'dark'][]) {
  const t = textsIn(language)

  test(
    `a member writes what a shelter needs, and another one takes care of it until it is done (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const school = { kind: 'shelter', name: 'Wakaba School', latitude: 38.26, longitude: 140.87 } as const
      await fetchOk(admin, placeRoutes.create, { body: school })
      const [aiko, ben] = [await signedIn('Aiko', { language, scheme }), await signedIn('Ben', { language, scheme })]
      await ben.openLive('/needs')
      await expect(ben.page.getByText(t('needs.emptyNeeds'))).toBeVisible()
      const blankets = ben.page.getByRole('article', { name: 'Blankets' })

      await test.step('Aiko writes it', async () => {
        const { page } = aiko
        await aiko.openLive('/needs')
        await button(page, t('needs.new')).click()
        const form = page.getByRole('dialog', { name: t('needs.new') })
        await form.getByRole('textbox', { name: t('needs.what') }).fill('Blankets')
        await form.getByRole('textbox', { name: t('needs.amount') }).fill('20')
        await form.getByRole('combobox', { name: t('needs.place') }).selectOption('Wakaba School')
        await form.getByRole('checkbox', { name: t('needs.urgent') }).check()
        await expectAccessible(aiko, 'the form of an entry')
        await form.getByRole('button', { name: t('chrome.save') }).click()
        await expect(form).toBeHidden()
      })
      await test.step('Ben sees it without a reload and takes care of it, and Aiko sees who does', async () => {
        await expect(blankets).toContainText('Wakaba School')
        await expect(blankets).toContainText(t('needs.open'))
        await expectAccessible(ben, 'the needs board')
        await button(blankets, t('needs.claim')).click()
        await expect(blankets).toContainText(t('needs.claimedByMe'))
        const ofAiko = aiko.page.getByRole('article', { name: 'Blankets' })
        await expect(ofAiko.getByText(/Ben/)).toBeVisible()
      })
      await test.step('Ben marks it as done, and a filter by another subject hides it', async () => {
        await button(blankets, t('needs.finish')).click()
        await expect(blankets).toContainText(t('needs.done'))
        await ben.page.getByRole('combobox', { name: t('needs.subject') }).selectOption(t('needs.subject.transport'))
        await expect(blankets).toBeHidden()
      })
      await test.step('Aiko deletes it after a question, for both', async () => {
        await button(aiko.page, t('needs.deleteOf', { title: 'Blankets' })).click()
        await button(aiko.page.getByRole('dialog'), t('chrome.delete')).click()
        await expect(aiko.page.getByText(t('needs.emptyNeeds'))).toBeVisible()
      })
    },
  )
}
