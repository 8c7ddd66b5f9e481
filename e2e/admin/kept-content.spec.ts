import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { bubble } from '../fixtures/scenes/chat.ts'
import { button } from '../fixtures/servers/administration.ts'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'

const DAYS_AWAY = 15

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

  test(
    `an administrator shortens how long messages are kept, and old ones leave open pages (${language})`,
    onlyLong(),
    async ({ server, visitor, signedIn }) => {
      const admin = await createAdministrator(server, visitor, { language, scheme: language === 'ja' ? 'dark' : 'light' })
      const ben = await signedIn('Ben', { language })
      for (const person of [admin, ben])
        person.allowConsoleError(
          /net::ERR_|WebSocket connection|status of 50\d|Worker failed to load|Failed to fetch|Unable to preload CSS/,
        )
      const { page } = admin
      const { id: benId } = await fetchOk(ben, accountRoutes.me)
      const thread = await fetchOk(admin, threadRoutes.startPersonal, { body: { recipient: benId } })
      const send = (text: string) => fetchOk(admin, messageRoutes.send, { body: { messageThreadId: thread.id, text } })
      await send('old news')
      await server.restart(DAYS_AWAY * 24)
      await send('fresh news')
      await ben.open(`/messages/${thread.id}`)
      await expect(bubble(ben, 'old news')).toBeVisible()
      await expect(bubble(ben, 'fresh news')).toBeVisible()

      await admin.open('/admin/storage')
      const part = page.getByRole('region', { name: t('retention.title') })
      await part.getByRole('switch', { name: t('retention.messages') }).click()
      await part.getByLabel(t('retention.messages.days')).fill('14')
      await button(part, t('chrome.save')).click()
      const question = page.getByRole('dialog', { name: t('retention.question') })
      await expect(question.getByRole('listitem')).toContainText(/1/)
      await expectAccessible(admin, 'the question before messages are removed')
      await button(question, t('retention.confirm')).click()
      await expect(question).toHaveCount(0)

      // The job runs every ten minutes.
      await server.restart(DAYS_AWAY * 24 + 1)
      await expect(bubble(ben, 'old news')).toHaveCount(0, { timeout: 60_000 })
      await expect(bubble(ben, 'fresh news')).toBeVisible()
    },
  )
}
