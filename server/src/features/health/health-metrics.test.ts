import { expect, test } from 'vitest'
import { healthyComputer, readHealth } from '#/testing/scenes/health-readings.ts'
import { startTestServer } from '#/testing/test-server.ts'

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
