import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { API_BASE } from '@noroshi/contract/routes'
import { longTest } from '#/testing/long-test.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { accountOf } from '#/testing/access/request-values.ts'

const run = promisify(execFile)
const ROOT = path.join(import.meta.dirname, '../../..')
const toolOf = (name: string) => path.join(ROOT, 'node_modules/.bin', name)

/** A function of the generated client: path parameters and body, then options. It returns the reply of any status. */
type Operation = (...args: unknown[]) => Promise<{ readonly status: number; readonly data: Record<string, unknown> }>
type GeneratedClient = Readonly<Record<string, Operation>> & { readonly defaults: { baseUrl: string } }

longTest(
  'a client that is generated from the OpenAPI document signs in, sends a message and raises an SOS',
  { timeout: 120_000 },
  async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const folder = path.join(ROOT, 'results', `client-${process.pid}`)
    const [document, source] = [path.join(folder, 'openapi.json'), path.join(folder, 'client.ts')]
    await mkdir(folder, { recursive: true })
    try {
      await writeFile(document, await (await noroshi.visitor.rawFetch(`${API_BASE}/openapi.json`)).text())
      await run(toolOf('oazapfts'), [document, source])
      await run(toolOf('tsc'), ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--ignoreConfig', source])
      const { defaults, ...client } = (await import(source)) as GeneratedClient // generated from the document of this server
      defaults.baseUrl = noroshi.url
      const send = (name: string, ...args: unknown[]) => client[name]?.(...args)

      expect(await send('accountMe')).toMatchObject({ status: 401, data: { code: 'unauthorized' } })
      const account = accountOf('aiko')
      expect(await send('accountRegister', account)).toMatchObject({ status: 201 })
      const { email, password } = account
      const { accessToken } = (await send('accountLogin', { email, password }))?.data ?? {}
      const options = { headers: { authorization: `Bearer ${String(accessToken)}` } }
      const thread = await send('threadsStartPersonal', { recipient: ben.id }, options)
      const sent = await send('messagesSend', { messageThreadId: thread?.data['id'], text: 'rice at the hall' }, options)
      expect(sent).toMatchObject({ status: 201, data: { text: 'rice at the hall' } })
      const raised = await send('alertsRaise', { textContent: 'water is rising' }, options)
      expect(raised).toMatchObject({ status: 201, data: { isExisting: false, recipientCount: 1 } })
      const params = raised?.data['id']
      expect(await send('alertsGet', params, options)).toMatchObject({ status: 200, data: { textContent: 'water is rising' } })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
