import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '@noroshi/contract/messages'
import { healthyComputer, readHealth } from '#/testing/scenes/health-readings.ts'
import { startTestServer } from '#/testing/test-server.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../../../deploy')

test('the metrics have the level of each check and the numbers that were read, without texts of users', async () => {
  const { values, system } = healthyComputer()
  await using noroshi = await startTestServer({}, { system })
  const text = () => noroshi.deps.metrics.text()
  expect(await text()).toContain('noroshi_health{check="disk",machine=""} -1') // it was not read yet
  values.celsius = 85
  await readHealth(noroshi)
  const read = await text()
  for (const line of [
    'noroshi_health{check="disk",machine="unit"} 0',
    'noroshi_health{check="temperature",machine="unit"} 1',
    'noroshi_health{check="backup",machine=""} -1',
    'noroshi_health_celsius{check="temperature",fact="temperature",machine="unit"} 85',
    'noroshi_health_count{check="unreachedAlarms",fact="unreachedAlarms",machine=""} 0',
    'noroshi_health_flag{check="power",fact="onBattery",machine="unit"} 0',
  ])
    expect(read).toContain(line)
  expect(read).toMatch(/noroshi_health_bytes{check="disk",fact="diskFree",machine="unit"} \d/)
  expect(read).not.toContain('check="mail"') // it is not set up
  expect(read).not.toContain('fact="lastBackup"') // there is none
  noroshi.clock.advance({ minutes: 5 })
  expect(await text()).toContain('noroshi_health{check="disk",machine=""} -1')
})

test('each metric, check and fact of the board and of the rules exists', async () => {
  await using noroshi = await startTestServer()
  const read = await noroshi.deps.metrics.text()
  const types = new Map([...read.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]))
  const board = JSON.parse(await readFile(path.join(DEPLOY, 'grafana/noroshi.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const rules = await readFile(path.join(DEPLOY, 'prometheus/noroshi.rules.yml'), 'utf8')
  const queries = [
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...rules.matchAll(/expr: (.+)/g)].map(([, expr = '']) => expr),
  ]
  expect(queries.length).toBeGreaterThan(30)
  for (const query of queries) {
    const names = [...query.matchAll(/noroshi_\w+/g)].map(([name]) => name)
    expect(names, query).not.toEqual([])
    for (const name of names) {
      const histogram = name.replace(/_(bucket|count|sum)$/, '')
      expect(types.has(name) || types.get(histogram) === 'histogram', name).toBe(true)
    }
    for (const [, label = '', values = ''] of query.matchAll(/(check|fact)=~?"([^"]+)"/g))
      for (const value of values.split('|')) expect(messages).toHaveProperty([`health.${label}.${value}`])
  }
})
