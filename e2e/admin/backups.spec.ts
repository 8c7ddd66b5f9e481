import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[]) {
  const t = textsIn(language)

  test(
    `an administrator chooses where backups go, makes one and reads that its restore was tested (${language})`,
    onlyLong(),
    async ({ server, visitor }) => {
      const admin = await createAdministrator(server, visitor, { language, wide: language === 'en' })
      const { page } = admin
      const disk = mkdtempSync(path.join(tmpdir(), 'noroshi-backups-'))
      const runs = page.getByRole('region', { name: t('backup.runs') })
      const save = button(page, t('chrome.save'))
      await admin.open('/admin/backup')
      await expect(runs.getByText(t('backup.noRuns'))).toBeVisible()
      await expect(button(page, t('backup.now'))).toBeDisabled()

      const folder = page.getByRole('textbox', { name: t('backup.folder'), exact: true })
      await folder.fill('backups')
      await save.click()
      await expect(folder).toHaveAccessibleDescription(new RegExp(t('backup.folderInvalid').slice(0, 10)))
      await folder.fill(path.join(disk, 'absent'))
      admin.allowConsoleError(/status of 4\d\d/)
      await save.click()
      await expect(page.getByText(t('error.backup.targetGone'))).toBeVisible()
      await expectAccessible(admin, 'the settings of backups with a problem')
      await folder.fill(disk)
      await save.click()

      await button(page, t('backup.now')).click()
      await expect(runs.getByText(t('backup.outcome.rehearsed'))).toBeVisible({ timeout: 120_000 })
      expect(readdirSync(disk).length).toBeGreaterThan(0)
      await expectAccessible(admin, 'the last backups')

      // The disk is taken out.
      renameSync(disk, `${disk}-away`)
      await button(page, t('backup.now')).click()
      await expect(runs.getByText(t('error.backup.targetGone')).or(page.getByText(t('error.backup.targetGone')))).toBeVisible({
        timeout: 60_000,
      })
      rmSync(`${disk}-away`, { recursive: true })
    },
  )
}
