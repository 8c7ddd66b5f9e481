import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { backupRoutes } from '@noroshi/contract/backups/backups.http'
import { scheduledBackups } from '#/testing/scenes/scheduled-backups.ts'
import { BackupProcesses } from './backup-process.ts'
import { runSchedule } from './backups.service.ts'

const backups = scheduledBackups()

test('a backup that is due is made once, and the run of a killed process is ended', { timeout: 120_000 }, async () => {
  const { scene } = backups
  const { deps, db } = scene.noroshi
  const processes = new BackupProcesses(deps)
  const check = async () => {
    await expect.poll(() => processes.isRunning, { timeout: 60_000 }).toBe(false)
    await runSchedule(deps, processes)
  }
  await scene.save({ isOn: false, time: '00:00' })
  await check()
  expect((await scene.admin.fetch(backupRoutes.read)).runs).toEqual([])
  await scene.save({ isOn: true, time: '00:00' })
  await check()
  expect(await scene.lastRun()).toMatchObject({ kind: 'scheduled', outcome: 'complete', rehearsal: 'rehearsed' })
  await check()
  expect((await scene.admin.fetch(backupRoutes.read)).runs).toHaveLength(1)

  const killed = { id: randomUUID(), kind: 'manual', target: scene.target, started_at: new Date() }
  await db.insertInto('backup_runs').values(killed).execute()
  await check()
  expect(await scene.lastRun()).toMatchObject({ id: killed.id, outcome: 'interrupted' })
})
