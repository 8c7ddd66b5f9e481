import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { startServer } from '#/testing/scenes/alarm-apps.ts'

test("visitors get the app's file that the operator has put into the data directory, and no other file", async () => {
  const noroshi = await startServer()
  const folder = path.join(noroshi.deps.config.dataDir, 'alarm-app')
  expect(await noroshi.visitor.fetch(alarmAppRoutes.file)).toEqual({ bytes: null })
  expect((await noroshi.visitor.rawFetch('/join/ntfy.apk')).status).toBe(404)
  await mkdir(folder)
  await writeFile(path.join(folder, 'notes.txt'), 'a note of the operator')
  expect(await noroshi.visitor.fetch(alarmAppRoutes.file)).toEqual({ bytes: null })
  await writeFile(path.join(folder, 'ntfy-1.25.0.apk'), 'the app')
  expect(await noroshi.visitor.fetch(alarmAppRoutes.file)).toEqual({ bytes: 7 })
  const reply = await noroshi.visitor.rawFetch('/join/ntfy.apk')
  expect([reply.headers.get('content-type'), await reply.text()]).toEqual(['application/vnd.android.package-archive', 'the app'])
})
