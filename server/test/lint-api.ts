import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { embeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDatabases } from '../src/db/pool.ts'
import { createSocketDocument } from '../src/http/socket-docs.ts'

// Lints the OpenAPI document and the AsyncAPI document of the server by the rules of redocly.yaml.
const root = path.join(import.meta.dirname, '../..')
const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-api-'))
const postgres = await embeddedPostgres(path.join(folder, 'pg'), { durable: false })
try {
  await migrate(postgres.url())
  const databases = openDatabases(postgres.url())
  const { app } = await createApp(readConfig({ DATA_DIR: folder, HTTPS: 'no' }), databases)
  await app.ready()
  const documents = { 'openapi.json': app.swagger(), 'asyncapi.json': createSocketDocument() }
  await app.close()
  await databases.close()
  for (const [name, document] of Object.entries(documents))
    await writeFile(path.join(folder, name), JSON.stringify(document, null, 2))
  const files = Object.keys(documents).map((name) => path.join(folder, name))
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin/redocly'),
    ['lint', '--config', path.join(root, 'redocly.yaml'), ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
