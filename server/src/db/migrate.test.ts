import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'

test('three concurrent calls apply the migrations once, and a later call applies none', async () => {
  const admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  const name = `migrate_${process.pid}`
  await admin.query(`CREATE DATABASE ${name}`)
  const url = inject('adminUrl').replace('/postgres?', `/${name}?`)
  try {
    const files = await readdir(path.resolve(import.meta.dirname, '../../migrations'))
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(applied.flat().toSorted()).toEqual(files.toSorted())
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    expect(await migrate(url)).toEqual([])
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
})
