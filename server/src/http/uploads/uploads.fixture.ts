import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { expect } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { readConfig } from '#/config.ts'
import { diskStorage } from '#/ports/disk-storage.ts'
import { AppError, registerErrorHandler } from '../errors.ts'
import { receiveUpload, registerUploads, type ReceivedFile } from './uploads.ts'

export const ALERT = '019a0000-0000-7000-8000-0000000000aa'
export const FORBIDDEN = '019a0000-0000-7000-8000-0000000000ff'

interface UploadReply {
  readonly status: number
  readonly code?: string
  readonly message?: string
  readonly form?: { readonly alertId: string; readonly textContent: string }
  readonly files?: readonly ReceivedFile[]
}

/** Starts a server with one upload route. Uploads to the alert FORBIDDEN get 404. */
export async function uploadServer({ maxUploadMb = 1 } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-uploads-'))
  const storage = await diskStorage(folder)
  const checks: { alertId: string; stored: number }[] = []
  const filesOnDisk = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const logged: unknown[] = []
  const app = Fastify({ forceCloseConnections: true, logger: { level: 'error', stream: { write: (line) => logged.push(line) } } })
  registerErrorHandler(app)
  app.addHook('onRequest', async (request) => {
    request.caller = { viewer: null, tokenAlertId: null }
  })
  await registerUploads(app)
  const deps = { config: { ...readConfig({}), maxUploadMb }, storage, logError: (error: unknown) => logged.push(error) }
  app.post('/upload', { validatorCompiler: () => () => true }, (request) =>
    receiveUpload(deps, request, alertRoutes.upload.form, {
      mayUpload: async ({ alertId }) => {
        checks.push({ alertId, stored: (await filesOnDisk()).length })
        if (alertId === FORBIDDEN) throw new AppError('notFound')
      },
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // listening on TCP
  return {
    storage,
    port,
    checks,
    filesOnDisk,
    async send(body: FormData | string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<UploadReply> {
      const response = await fetch(`http://127.0.0.1:${port}/upload`, { method: 'POST', body, headers })
      const reply = (await response.json()) as Omit<UploadReply, 'status'> // the reply of this server
      return { ...reply, status: response.status }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
      expect(logged).toEqual([])
    },
  }
}

export function form(
  files: readonly [string, string | Uint8Array<ArrayBuffer>][],
  fields: Record<string, string> = { alertId: ALERT },
) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const [name, bytes] of files) data.append('files', new Blob([bytes]), name)
  return data
}
