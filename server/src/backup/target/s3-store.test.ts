import { afterAll, describe, expect, test } from 'vitest'
import { backupRoutes } from '@noroshi/contract/backups/backups.http'
import { IS_LONG } from '#/testing/long-test.ts'
import { hashesBelow } from '#/testing/scenes/backups.ts'
import { scheduledBackups } from '#/testing/scenes/scheduled-backups.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { SwiftProcess } from '#/testing/processes/swift-process.ts'

describe.runIf(IS_LONG)('on OpenStack Swift', () => {
  let swift: SwiftProcess
  const backups = scheduledBackups(async () => {
    swift = await SwiftProcess.start()
    return { BACKUP_S3_URL: `${swift.url}/backups` }
  })
  afterAll(async () => {
    await swift[Symbol.asyncDispose]()
  })

  test('backups in a bucket share files, are rehearsed and restored by name', { timeout: 300_000 }, async () => {
    const { scene } = backups
    expect((await scene.save({ target: 's3', folder: '', keep: 1 })).status).toBe(200)
    expect(await scene.backUp()).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed' })
    const { name, bytes, newBytes, ...second } = await scene.backUp()
    expect(second).toMatchObject({ outcome: 'complete', rehearsal: 'rehearsed', problem: null })
    expect(newBytes).toBeLessThan(bytes ?? 0)
    const { code, stderr } = await runCommandProcess('restore', [`s3:${name}`], {
      DATA_DIR: scene.at('restored'),
      BACKUP_S3_URL: `${swift.url}/backups`,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await hashesBelow(scene.at('data/files'))).toMatchObject(await hashesBelow(scene.at('restored/files')))

    await swift.kill()
    expect(await scene.backUp()).toMatchObject({ outcome: 'failed', problem: 's3Unavailable', name: null })
    expect((await scene.admin.fetch(backupRoutes.read)).settings).toMatchObject({ target: 's3' })
  })
})
