import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import { longTest } from '#/testing/long-test.ts'
import { prepareDataDir } from '#/testing/data-dir.ts'
import { Authenticator } from '#/testing/authenticator.ts'
import { Caller } from '#/testing/caller.ts'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { registerUser, signIn } from '#/testing/scenes/registered-user.ts'
import { turnOnSecondFactor } from '#/testing/scenes/second-factors.ts'
import { ServerProcess } from '#/testing/processes/server-process.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('the operator turns off the second factor of a user, who is signed out everywhere, with an audit entry', async () => {
  await using noroshi = await startTestServer()
  const reset = (...args: string[]) => runCommandProcess('second-factor:reset', args, { DATABASE_URL: noroshi.databaseUrl })
  const [ken, rin] = [await registerUser(noroshi, 'ken'), await registerUser(noroshi, 'rin')]
  for (const user of [ken, rin]) await turnOnSecondFactor(noroshi, user)
  const lost = await noroshi.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE audit_log IN SHARE MODE`.execute(tx) // the command waits for it
    const result = reset(ken.email)
    const terminate = async () =>
      (
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%audit_log%'`.execute(noroshi.db)
      ).rows
    await expect.poll(terminate, { timeout: 20_000 }).toHaveLength(1)
    return result
  })
  expect(lost.code).toBe(1)
  expect(lost.stderr).toMatch(/^The connection to the database was lost\. Repeat the command .* was turned off already\.\n$/)
  expect((await signIn(noroshi, ken.email, ken.password)).status).toBe(400)

  const socket = await noroshi.openSocket({ token: ken.session.token ?? '' })

  expect(await reset()).toMatchObject({ code: 1, stderr: 'Usage: npm run second-factor:reset -- <email of the user>\n' })
  expect(await reset('nobody@example.org')).toMatchObject({ code: 1, stderr: 'No user has the email nobody@example.org.\n' })
  expect((await signIn(noroshi, ken.email, ken.password)).status).toBe(400)

  const done = await reset(` ${ken.email.toUpperCase()}`)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain(`(${ken.email}), who is signed out everywhere`)
  expect(await socket.next('session:ended')).toEqual({ reason: 'revoked' })
  expect((await ken.session.request(accountRoutes.me)).status).toBe(401)
  expect((await signIn(noroshi, ken.email, ken.password)).status).toBe(200)
  expect((await rin.session.request(accountRoutes.me)).status).toBe(200)
  expect((await signIn(noroshi, rin.email, rin.password)).status).toBe(400)
  const entries = await noroshi.db
    .selectFrom('audit_log')
    .select(['actor_id', 'target_id'])
    .where('action', '=', 'user.secondFactorResetOnServer')
    .execute()
  expect(entries).toEqual([{ actor_id: null, target_id: ken.id }])
  expect(await reset(ken.email)).toMatchObject({ code: 1, stderr: `Two-step sign-in is not turned on for ${ken.email}.\n` })
}, 60_000)

longTest(
  'the operator turns off the second factor of the only administrator while the server is down',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-recovery-'))
    const server = new ServerProcess({ DATA_DIR: await prepareDataDir(path.join(folder, 'data')) })
    try {
      await server.start()
      await expect.poll(() => server.output).toMatch(/setup=\S+\n/)
      const setupCode = /setup=([\w-]+)/.exec(server.output)?.[1] ?? ''
      const visitor = new Caller(server.url, null)
      const [email, password] = ['haruka@example.org', 'the road to the river']
      const names = { firstName: 'Haruka', lastName: 'Sato', confirmPassword: password }
      await visitor.fetch(accountRoutes.register, { body: { ...names, email, password, setupCode } })
      const login = () => new Caller(server.url, null).request(accountRoutes.login, { body: { email, password } })
      const session = new Caller(server.url, (await login()).body.accessToken)
      const { secret } = await session.fetch(secondFactorRoutes.begin, { body: { currentPassword: password } })
      const code = new Authenticator(() => new Date(), secret).code()
      await session.fetch(secondFactorRoutes.confirm, { body: { code } })
      expect((await login()).status).toBe(400)
      await server.terminate()

      const reset = await runCommandProcess('second-factor:reset', [email], { DATA_DIR: path.join(folder, 'data') })
      expect(reset).toMatchObject({ code: 0, stderr: '' })
      expect(reset.stdout).toContain('Haruka Sato')
      expect(await readdir(path.join(folder, 'data'))).not.toContain('server.pid')
      await server.start()
      expect((await login()).status).toBe(200)
    } finally {
      if (server.isRunning()) await server.terminate()
      await rm(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
