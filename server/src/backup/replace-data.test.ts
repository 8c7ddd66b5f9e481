import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { accountOf } from '#/testing/access/request-values.ts'
import { Caller } from '#/testing/caller.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { longTest } from '#/testing/long-test.ts'
import { CommandProcess, runCommandProcess } from '#/testing/processes/command-process.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'

// One server is backed up, gets an SOS, and is then replaced by the backup.

const TIMEOUT = { timeout: 120_000 }
let folder: string
let server: ServerProcess
let aiko: Caller
const at = (name: string) => path.join(folder, name)
const restore = (input: string, environment: Record<string, string> = {}) =>
  new CommandProcess('restore', [at('backup'), '--replace'], { DATA_DIR: at('data'), ...environment }, [], input).result

const alertsOf = async ({ url }: ServerProcess) => {
  const { items } = await new Caller(url, aiko.token).fetch(alertRoutes.list)
  return items.map(({ textContent }) => textContent)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-replace-'))
  server = new ServerProcess({ DATA_DIR: await prepareDataDir(at('data')) })
  await server.start()
  const [visitor, account] = [new Caller(server.url, null), accountOf('Aiko')]
  await visitor.fetch(accountRoutes.register, { body: account })
  const { accessToken } = await visitor.fetch(accountRoutes.login, { body: { email: account.email, password: account.password } })
  aiko = new Caller(server.url, accessToken)
  await aiko.fetch(alertRoutes.raise, { body: { textContent: 'before' } })
  await runCommandProcess('backup', [at('backup')], { DATA_DIR: at('data') })
  const { id } = await visitor.fetch(alertRoutes.raise, { body: { textContent: 'water\n\u001B[2J rises' } })
  await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'coming' } })
}, TIMEOUT.timeout)
afterAll(async () => {
  if (server.isRunning()) await server.terminate()
  await rm(folder, { recursive: true, force: true })
}, TIMEOUT.timeout)

longTest('a replacement names what would be lost, asks for a word, and moves the data away', TIMEOUT, async () => {
  expect((await restore('replace\n')).stderr).toMatch(/^another Noroshi \(process \d+\) already runs/)
  expect(await server.terminate()).toBe(0)

  const refused = await restore('yes\n')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
  expect(refused.stderr).toMatch(
    new RegExp(
      `^The backup is of ${time}\\. It does not have:\n- 1 newer alert, the last of ${time}\n    ${time} water \\[2J rises\n` +
        `- 1 newer message, the last of ${time}\nnor anything else .*\nAccounts, messages, .*\nThe present data move to \\S+/data/replaced-\\S+\\. ` +
        'Nothing is deleted\\.\nType replace to go on: Nothing was changed\\.\n$',
    ),
  )
  expect((await restore('')).stderr).toMatch(/Nothing was changed\.\n$/)
  expect((await readdir(at('data'))).filter((name) => name.startsWith('re'))).toEqual([])

  const { code, stdout } = await restore('replace\n')
  expect(code).toBe(0)
  const [, moved = ''] =
    /The data from before are in (\S+)\. Deleted, as after the backup: nothing\. Start the server now\.\n$/.exec(stdout) ?? []
  await server.start()
  expect(await alertsOf(server)).toEqual(['before'])
  expect(await server.terminate()).toBe(0)
  server = new ServerProcess({ DATA_DIR: moved })
  await server.start()
  expect((await alertsOf(server)).toSorted()).toEqual(['before', 'water\n\u001B[2J rises'])
})

test('with DATABASE_URL nothing is replaced, and an unknown option is refused', async () => {
  const { code, stderr } = await restore('replace\n', { DATABASE_URL: 'postgresql://localhost/noroshi' })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^With DATABASE_URL nothing is replaced: /) as string,
  })
  expect((await runCommandProcess('restore', [at('backup'), '--force'], { DATA_DIR: at('data') })).stderr).toBe(
    'Usage: npm run restore -- <folder of a backup> [--replace]\n',
  )
})

longTest('a database that cannot be read is replaced too, and the loss is unknown', TIMEOUT, async () => {
  await writeFile(at('data/postgres/global/pg_control'), 'damaged')
  const { code, stderr } = await restore('replace\n')
  expect(stderr).toContain('It is unknown what would be lost: the present database cannot be read (')
  expect(stderr).toContain('What was deleted after the backup comes back.')
  expect(code).toBe(0)
})
