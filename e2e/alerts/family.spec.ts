import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
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
    `two relatives accept each other, answer for a child, and see who is safe (${language})`,
    onlyLong(),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const [aiko, ben] = [await signedIn('Aiko', { language, scheme }), await signedIn('Ben', { language, scheme })]
      await fetchOk(aiko, dependantRoutes.create, { body: { kind: 'child', name: 'Sora' } })
      const question = aiko.page.getByRole('alertdialog', { name: t('rollCalls.one') })
      const ofSora = t('rollCalls.dependantQuestion', { name: 'Sora' })

      await test.step('Aiko invites Ben, who accepts', async () => {
        const { page } = aiko
        await aiko.openLive('/family')
        await expect(page.getByText(t('family.none'))).toBeVisible()
        await button(page, t('family.invite')).click()
        const dialog = page.getByRole('dialog', { name: t('family.invite') })
        await dialog.getByRole('combobox', { name: t('family.person') }).fill('Ben')
        await dialog.getByRole('option', { name: /Ben/ }).click()
        await expectAccessible(aiko, 'the form of an invitation')
        await button(dialog, t('family.send')).click()
        await expect(dialog).toBeHidden()
        await ben.openLive('/family')
        await expectAccessible(ben, 'a received invitation')
        await button(ben.page, t('family.acceptOf', { name: 'Aiko' })).click()
        await expect(ben.page.getByRole('link', { name: 'Aiko' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'Ben' })).toBeVisible()
      })
      await test.step('Aiko answers for Sora and for herself, each with one tap', async () => {
        const audience = { kind: 'everyone' } as const
        const asked = { template: 'earthquake', title: 'Are all safe?', isUrgent: true, isDrill: false } as const
        const { id } = await fetchOk(admin, rollCallRoutes.ask, { body: { ...asked, audience, clientId: crypto.randomUUID() } })
        await admin.openLive(`/roll-calls/${id}`)
        const injured = question
          .getByRole('group', { name: ofSora })
          .getByRole('button', { name: t('rollCalls.state.injured'), exact: true })
        await expect(injured).not.toHaveAttribute('aria-disabled')
        await expectAccessible(aiko, 'a question with a dependant')
        await injured.click()
        await expect(injured).toHaveAttribute('aria-pressed', 'true')
        const own = question.getByRole('group', { name: t('rollCalls.question'), exact: true })
        await own.getByRole('button', { name: t('rollCalls.state.safe'), exact: true }).click()
        await expect(question).toBeHidden()
        const sora = admin.page.getByRole('listitem').filter({ hasText: t('rollCalls.dependantOf', { name: 'Aiko' }) })
        await expect(sora).toContainText(t('rollCalls.state.injured'))
      })
      await test.step('Ben sees both, and answers for Sora', async () => {
        const { page } = ben
        await button(page.getByRole('alertdialog', { name: t('rollCalls.one') }), t('rollCalls.later')).click()
        const dependants = page.getByRole('region', { name: t('family.dependantsOf', { name: 'Aiko' }) })
        await expect(dependants).toContainText(t('rollCalls.state.injured'))
        await expect(page.getByRole('listitem').filter({ hasText: 'Aiko' }).first()).toContainText(t('rollCalls.state.safe'))
        await expectAccessible(ben, 'a family')
        const safe = dependants.getByRole('button', { name: t('rollCalls.state.safe'), exact: true })
        await safe.click()
        await expect(safe).toHaveAttribute('aria-pressed', 'true')
      })
      await test.step('Ben ends it after a question, and neither sees the other any more', async () => {
        await button(ben.page, t('family.end', { name: 'Aiko' })).click()
        await button(ben.page.getByRole('dialog'), t('family.endButton')).click()
        await expect(ben.page.getByText(t('family.none'))).toBeVisible()
        await button(aiko.page.getByRole('dialog'), t('chrome.close')).last().click()
        await expect(aiko.page.getByText(t('family.none'))).toBeVisible()
      })
    },
  )
}
