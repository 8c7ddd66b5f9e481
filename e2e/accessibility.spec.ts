import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { isClean } from './fixtures/axe.ts'
import { test } from './fixtures/journey.ts'
import { onlyLong } from './fixtures/long.ts'
import { wordsIn } from './fixtures/words.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `axe finds nothing on any screen (${language}, ${scheme})`,
      onlyLong(language === 'ja' || scheme === 'dark'),
      async ({ signedIn, visitor }) => {
        const words = wordsIn(language)
        const somebody = await visitor({ language, scheme })
        for (const path of ['/', '/login', '/register', '/nowhere']) {
          await somebody.open(path)
          await expect(somebody.page.getByRole('heading').first()).toBeVisible()
          await isClean(somebody, `visitor ${path}`)
        }
        const aiko = await signedIn('Aiko', { language, scheme, place: SENDAI })
        const ben = await signedIn('Ben', { language, scheme, place: SENDAI, wide: true })
        await expect(aiko.page.getByRole('button', { name: words('alerts.sos.hold') })).toBeVisible()
        await isClean(aiko, 'home')
        await isClean(ben, 'home, wide')
        await aiko.page.getByRole('banner').getByRole('button', { name: /Aiko/ }).click()
        await isClean(aiko, 'menu')
        await aiko.page.keyboard.press('Escape')

        await aiko.page.getByRole('button', { name: words('alerts.sos.hold') }).click()
        await isClean(aiko, 'countdown')
        await aiko.page.getByRole('button', { name: words('alerts.sos.sendNow') }).click()
        await aiko.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
        await expect(ben.page.getByRole('alertdialog')).toBeVisible()
        await isClean(ben, 'alarm')
        await ben.page
          .getByRole('alertdialog')
          .getByRole('button', { name: words('alerts.alarm.details') })
          .click()
        await ben.page.waitForURL(/\/alerts\/.+\/messages\/.+/)
        await isClean(aiko, 'own alert')
        await isClean(ben, 'alert, wide')
        for (const kind of ['photo', 'voice', 'text'] as const) {
          await aiko.page.getByRole('button', { name: words(`alerts.add.${kind}`), exact: true }).click()
          await expect(aiko.page.getByRole('dialog')).toBeVisible()
          await isClean(aiko, `add ${kind}`)
          await aiko.page.keyboard.press('Escape')
          // Behind the camera lies the choice of a file.
          if (kind !== 'text') await aiko.page.keyboard.press('Escape')
          await expect(aiko.page.getByRole('dialog')).toBeHidden()
        }
        await ben.page.getByRole('button', { name: words('alerts.resolve'), exact: true }).click()
        await isClean(ben, 'resolve?')
        await ben.page
          .getByRole('dialog')
          .getByRole('button', { name: words('alerts.resolve') })
          .click()
        await expect(aiko.page.getByText(words('alerts.resolvedBy')).first()).toBeVisible()
        await isClean(aiko, 'resolved')
        await aiko.open('/alerts')
        await expect(aiko.page.getByRole('tab').first()).toBeVisible()
        await isClean(aiko, 'alerts')
        await aiko.page.getByRole('tab', { name: words('alerts.members') }).click()
        await isClean(aiko, 'members')
      },
    )
