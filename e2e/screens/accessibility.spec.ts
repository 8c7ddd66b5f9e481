import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { closeAlert, endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `axe finds no violation on any screen (${language}, ${scheme})`,
      onlyLong(language === 'ja' || scheme === 'dark'),
      async ({ signedIn, visitor }) => {
        const t = textsIn(language)
        const guest = await visitor({ language, scheme })
        for (const path of ['/', '/login', '/register', '/nowhere']) {
          await guest.open(path)
          await expect(guest.page.getByRole('heading').first()).toBeVisible()
          await expectAccessible(guest, `visitor ${path}`)
        }
        const aiko = await signedIn('Aiko', { language, scheme, location: SENDAI })
        const ben = await signedIn('Ben', { language, scheme, location: SENDAI, wide: true })
        await expect(aiko.page.getByRole('button', { name: t('alerts.sos.hold') })).toBeVisible()
        await expectAccessible(aiko, 'home')
        await expectAccessible(ben, 'home, wide')
        await aiko.page.getByRole('banner').getByRole('button', { name: /Aiko/ }).click()
        // An Escape that is pressed before the menu has the focus does not close it.
        await expect(aiko.page.getByRole('menu').locator(':focus')).toBeAttached()
        await expectAccessible(aiko, 'menu')
        await aiko.page.keyboard.press('Escape')
        await expect(aiko.page.getByRole('menu')).toBeHidden()

        await aiko.page.getByRole('button', { name: t('alerts.sos.hold') }).click()
        await expectAccessible(aiko, 'countdown')
        await endCountdown(aiko.page, t)
        await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
        await expect(ben.page.getByRole('alertdialog')).toBeVisible()
        await expectAccessible(ben, 'alarm')
        await ben.page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('alerts.alarm.details') })
          .click()
        await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
        await expectAccessible(aiko, 'own alert')
        await expectAccessible(ben, 'alert, wide')
        for (const kind of ['photo', 'voice', 'text'] as const) {
          await aiko.page.getByRole('button', { name: t(`alerts.add.${kind}`), exact: true }).click()
          await expect(aiko.page.getByRole('dialog')).toBeVisible()
          await expectAccessible(aiko, `add ${kind}`)
          await aiko.page.keyboard.press('Escape')
          // The file picker is in the camera dialog.
          if (kind !== 'text') await aiko.page.keyboard.press('Escape')
          await expect(aiko.page.getByRole('dialog')).toBeHidden()
        }
        await ben.page.getByRole('button', { name: t('alerts.resolve'), exact: true }).click()
        await expectAccessible(ben, 'resolve?')
        await closeAlert(ben.page.getByRole('dialog'), t)
        await expect(aiko.page.getByText(t('alerts.resolvedBy')).first()).toBeVisible()
        await expectAccessible(aiko, 'resolved')
        await aiko.open('/alerts')
        await expect(aiko.page.getByRole('tab').first()).toBeVisible()
        await expectAccessible(aiko, 'alerts')
        await aiko.page.getByRole('tab', { name: t('alerts.members') }).click()
        await expectAccessible(aiko, 'members')
      },
    )
