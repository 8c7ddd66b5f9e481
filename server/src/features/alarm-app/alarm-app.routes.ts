import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import type { Deps } from '#/deps.ts'
import type { Ledger } from '#/features/alerts/reach/ledger.service.ts'
import { AppError } from '#/http/errors.ts'
import { perCaller, route } from '#/http/route.ts'
import { sendBytes } from '#/http/send-bytes.ts'
import { bytesOfFile, UNLISTED } from '#/http/static-files.ts'
import { alarmAppOf, linkAlarmApp, recordReceipt, respondByApp, sendTestAlarm, unlinkAlarmApp } from './alarm-app.service.ts'
import { RECEIPTS } from './notices.ts'

/** Links and tests of one user a minute. */
const LINKS_A_MINUTE = 10
const TESTS_A_MINUTE = 10
/** One transparent pixel (PNG). */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The folder of the data directory into which the operator copies the app's file. */
const FOLDER = 'alarm-app'

const done = { ok: true } as const

/** @param key the key of the tokens */
export function registerAlarmAppRoutes(app: FastifyInstance, deps: Deps, ledger: Ledger, key: Buffer) {
  route(app, deps, alarmAppRoutes.state, async ({ viewer }) => ({ device: await alarmAppOf(deps, viewer) }))
  route(
    app,
    deps,
    alarmAppRoutes.link,
    async ({ viewer, body }) => ({ topic: await linkAlarmApp(deps, viewer, body), publicUrl: deps.config.publicUrl }),
    { limits: [{ max: LINKS_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, alarmAppRoutes.unlink, async ({ viewer }) => {
    await unlinkAlarmApp(deps, viewer)
    return done
  })
  route(
    app,
    deps,
    alarmAppRoutes.test,
    async ({ viewer }) => {
      await sendTestAlarm(deps, viewer)
      return done
    },
    { limits: [{ max: TESTS_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, alarmAppRoutes.respond, async ({ request }) => {
    await respondByApp(deps, ledger, key, request.headers.authorization ?? '')
    return done
  })
  // The app fetches the icon of a message when it has the message.
  app.get<{ Params: { token: string } }>(`${RECEIPTS}/:token`, UNLISTED, async ({ params: { token } }, reply) => {
    await recordReceipt(deps, ledger, key, token)
    return reply.type('image/png').header('cache-control', 'no-store').send(PIXEL)
  })
  const folder = path.join(deps.config.dataDir, FOLDER)
  route(app, deps, alarmAppRoutes.file, async () => {
    const file = await appFileIn(folder)
    return { bytes: file === null ? null : (await stat(file)).size }
  })
  app.get('/join/ntfy.apk', UNLISTED, async (request, reply) => {
    const file = await appFileIn(folder)
    if (file === null) throw new AppError('notFound')
    reply.header('cache-control', 'no-cache').header('content-disposition', 'attachment; filename="ntfy.apk"')
    return await sendBytes(request, reply, await bytesOfFile(file, 'application/vnd.android.package-archive'))
  })
}

/** Returns the path of the app's file, the last one by name; null without one. */
async function appFileIn(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => []) // the operator need not create it
  const name = names
    .filter((one) => one.endsWith('.apk'))
    .toSorted()
    .at(-1)
  return name === undefined ? null : path.join(folder, name)
}
