import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { embeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

// Generates src/db/rows.ts from the migrated schema. With --verify it writes nothing and fails when the file differs.
const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-rows-'))
const postgres = await embeddedPostgres(path.join(folder, 'pg'), { durable: false })
try {
  await migrate(postgres.url())
  const out = path.join(import.meta.dirname, '../src/db/rows.ts')
  const verify = process.argv.includes('--verify') ? ['--verify'] : []
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      '--dialect',
      'postgres',
      '--url',
      postgres.url(),
      '--type-mapping',
      '{"int8":"number"}',
      '--out-file',
      out,
      ...verify,
    ],
    { stdio: 'inherit' },
  )
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
