import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { BackupRun, BackupSettingsForm, BackupState } from '@noroshi/contract/backups/backups.http'
import { renderPage } from '../../testing/render-page.tsx'
import { Backups } from './backups.tsx'

const empty: BackupState = { settings: null, disks: ['STICK'], hasS3: false, hasFilesInS3: false, runs: [] }
const run: BackupRun = {
  id: '01990000-0000-7000-8000-000000000001',
  kind: 'scheduled',
  target: '/mnt/backup',
  name: 'noroshi-0007-2026-11-21',
  startedAt: '2026-11-21T09:30:00.000Z',
  endedAt: '2026-11-21T09:31:00.000Z',
  bytes: 5_000_000,
  newBytes: 1_000_000,
  outcome: 'complete',
  rehearsal: 'rehearsed',
  problem: null,
  detail: null,
}
const failed: BackupRun = {
  ...run,
  id: '01990000-0000-7000-8000-000000000002',
  name: null,
  bytes: null,
  newBytes: null,
  outcome: 'failed',
  rehearsal: null,
  problem: 'full',
}

let state: BackupState
let saved: BackupSettingsForm[]
let refusal: Response | null
beforeEach(async () => {
  await page.viewport(900, 1400)
  state = empty
  saved = []
  refusal = null
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return Response.json(state)
    const body = JSON.parse(init.body as string) as BackupSettingsForm
    saved.push(body)
    const { passphrase, ...settings } = body
    state = { ...state, settings: { ...settings, isEncrypted: passphrase !== null } }
    return refusal ?? Response.json(state.settings)
  })
})
afterEach(() => vi.restoreAllMocks())

test('an administrator chooses a folder and a passphrase, and a later change keeps the passphrase', async () => {
  await renderPage(<Backups />)
  await expect.element(page.getByText('No backup was made yet.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Folder' }).fill('backup')
  await page.getByRole('switch', { name: 'Encrypt with a passphrase' }).click()
  await page.getByLabelText('Passphrase', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Please enter an absolute path, such as /mnt/backup')).toBeVisible()
  await expect.element(page.getByText('Please use at least 10 characters')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Folder' })).toHaveFocus()
  expect(saved).toEqual([])

  await page.getByRole('textbox', { name: 'Folder' }).fill('/mnt/backup')
  await page.getByLabelText('Passphrase', { exact: true }).fill('the river rises')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByLabelText('New passphrase (leave empty to keep it)')).toHaveValue('')
  expect(saved).toMatchObject([{ target: 'folder', folder: '/mnt/backup', keep: 14, passphrase: 'the river rises' }])
  await expect.element(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()

  await page.getByLabelText('Backups that are kept').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toMatchObject({ keep: 7 })
  expect(saved[1]).not.toHaveProperty('passphrase')
})

test('the reason of a refused target is shown, and the input stays', async () => {
  await renderPage(<Backups />)
  refusal = Response.json({ code: 'backup.readOnly', message: 'The target can only be read.', issues: [] }, { status: 409 })
  await page.getByRole('radio', { name: 'A disk' }).click()
  await page.getByLabelText('Label of the disk').selectOptions('STICK')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('alert').getByText('The target can only be read.')).toBeVisible()
  await expect.element(page.getByLabelText('Label of the disk')).toHaveValue('STICK')
})

test('the last backups are shown with their results, sizes and reasons', async () => {
  state = { ...empty, hasFilesInS3: true, runs: [failed, run] }
  await renderPage(<Backups />)
  await expect.element(page.getByText('Complete, restore tested')).toBeVisible()
  await expect.element(page.getByText('/mnt/backup/noroshi-0007-2026-11-21')).toBeVisible()
  await expect.element(page.getByText('The disk of the target is full.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('The uploaded files are in S3', { exact: false })).toBeVisible()
})

test('a damaged backup says how many damaged files it does not name', async () => {
  const damaged = { ...failed, problem: 'damaged' as const, detail: 'files/a, files/b' }
  state = {
    ...empty,
    runs: [
      { ...damaged, moreDamaged: 3 },
      { ...damaged, id: run.id, moreDamaged: 980 },
    ],
  }
  await renderPage(<Backups />)
  await expect.element(page.getByText('These files of the backup are damaged: files/a, files/b').first()).toBeVisible()
  await expect.element(page.getByText('3 more files are damaged.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('At least 980 more files are damaged.')).toBeVisible()
})
