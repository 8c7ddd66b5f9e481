import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { button } from '../fixtures/servers/administration.ts'
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
    `an administrator asks everyone, a member answers with one tap, and both see the end (${language})`,
    onlyLong(language === 'ja'),
    async ({ server, signedIn, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme })
      const ben = await signedIn('Ben', { language, scheme })
      await ben.openLive('/')
      const question = ben.page.getByRole('alertdialog', { name: t('rollCalls.one') })
      const count = (state: 'safe' | 'silent') =>
        admin.page.locator('dl > div').filter({ has: admin.page.getByText(t(`rollCalls.state.${state}`), { exact: true }) })

      await test.step('the administrator asks everyone', async () => {
        const { page } = admin
        await admin.open('/roll-calls')
        await expect(page.getByText(t('rollCalls.none'))).toBeVisible()
        await button(page, t('rollCalls.new')).click()
        const form = page.getByRole('dialog', { name: t('rollCalls.new') })
        await form.getByRole('switch', { name: t('rollCalls.urgent') }).check()
        await expectAccessible(admin, 'the form of a roll-call')
        await form.getByRole('button', { name: t('rollCalls.ask') }).click()
        const confirmation = page.getByRole('dialog', {
          name: t('rollCalls.askConfirm', { audience: t('rollCalls.audience.everyone') }),
        })
        await confirmation.getByRole('button', { name: t('rollCalls.ask') }).click()
        await page.waitForURL(/\/roll-calls\/.+/)
        await expect(count('silent').locator('dd')).not.toHaveText('0')
      })
      await test.step('Ben answers on the screen that he has open, and the numbers follow', async () => {
        await expect(question.getByText(t('rollCalls.title.earthquake'))).toBeVisible()
        const safe = question.getByRole('button', { name: t('rollCalls.state.safe'), exact: true })
        await expect(safe).not.toHaveAttribute('aria-disabled')
        await expectAccessible(ben, 'the question of a roll-call')
        await safe.click()
        await expect(question).toBeHidden()
        await expect(count('safe').locator('dd')).toHaveText('1')
        await expect(admin.page.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText(t('rollCalls.state.safe'))
        await expectAccessible(admin, 'the answers of a roll-call')
      })
      await test.step('Ben says where he is', async () => {
        const { page } = ben
        await button(page, t('rollCalls.addDetails')).click()
        const details = page.getByRole('dialog', { name: t('rollCalls.addDetails') })
        await details.getByRole('textbox', { name: t('rollCalls.place') }).fill('in the school')
        await details.getByRole('button', { name: t('rollCalls.send') }).click()
        await expect(details).toBeHidden()
        await expect(admin.page.getByText('in the school')).toBeVisible()
      })
      await test.step('the administrator ends it, and both see the numbers and the text', async () => {
        await button(admin.page, t('rollCalls.end')).click()
        const end = admin.page.getByRole('dialog', { name: t('rollCalls.end') })
        await end.getByRole('textbox', { name: t('rollCalls.endText') }).fill('Thank you')
        await end.getByRole('button', { name: t('rollCalls.end') }).click()
        await expect(admin.page.getByText('Thank you')).toBeVisible()
        await ben.open(new URL(admin.page.url()).pathname)
        await expect(ben.page.getByText('Thank you')).toBeVisible()
        await expect(ben.page.getByText(t('rollCalls.yourAnswer', { state: t('rollCalls.state.safe') }))).toBeVisible()
        await expectAccessible(ben, 'a roll-call that ended')
      })
    },
  )
}
