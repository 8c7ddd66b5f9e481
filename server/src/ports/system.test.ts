import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { linuxSystem } from './system.ts'

/** A computer with these files of sysfs and of the state of services. */
async function computer(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-system-'))
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `${text}\n`)
  }
  const system = linuxSystem({ sys: path.join(folder, 'sys'), run: path.join(folder, 'run') })
  return { system, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const battery = (name: string, facts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(facts).map(([fact, text]) => [`sys/class/power_supply/${name}/${fact}`, text]))

test('a system without sensors says nothing about temperature, power and time', async () => {
  await using one = await computer({})
  expect(await one.system.temperature()).toBeNull()
  expect(await one.system.power()).toEqual({ isOnBattery: null, batteryPercent: null, isUnderVoltage: null })
  expect(await one.system.isClockSynchronised()).toBeNull()
})

test('the temperature is that of the hottest sensor with a plausible value', async () => {
  await using one = await computer({
    'sys/class/thermal/thermal_zone0/temp': '61500',
    'sys/class/thermal/thermal_zone1/temp': '-273000',
    'sys/class/thermal/thermal_zone2/temp': '45000',
    'sys/class/thermal/thermal_zone3/type': 'without a value',
    'sys/class/thermal/cooling_device0/temp': '99000',
  })
  expect(await one.system.temperature()).toBe(61.5)
})

test('a Raspberry Pi reports too low a voltage', async () => {
  const files = { 'sys/class/hwmon/hwmon0/name': 'cpu_thermal', 'sys/class/hwmon/hwmon1/name': 'rpi_volt' }
  await using low = await computer({ ...files, 'sys/class/hwmon/hwmon1/in0_lcrit_alarm': '1' })
  expect(await low.system.power()).toEqual({ isOnBattery: null, batteryPercent: null, isUnderVoltage: true })
  await using right = await computer({ ...files, 'sys/class/hwmon/hwmon1/in0_lcrit_alarm': '0' })
  expect((await right.system.power()).isUnderVoltage).toBe(false)
})

test('a laptop runs on its battery when the mains are off, and the battery of a mouse does not count', async () => {
  const mouse = battery('hidpp', { type: 'Battery', scope: 'Device', status: 'Discharging', capacity: '5' })
  await using off = await computer({
    ...mouse,
    ...battery('AC', { type: 'Mains', online: '0' }),
    ...battery('BAT0', { type: 'Battery', status: 'Discharging', capacity: '72' }),
  })
  expect(await off.system.power()).toMatchObject({ isOnBattery: true, batteryPercent: 72 })
  await using on = await computer({
    ...battery('AC', { type: 'Mains', online: '1' }),
    ...battery('BAT0', { type: 'Battery', status: 'Full', capacity: '100' }),
  })
  expect(await on.system.power()).toMatchObject({ isOnBattery: false, batteryPercent: 100 })
})

test('the clock follows a time server once systemd says so', async () => {
  await using not = await computer({ 'run/systemd/timesync/clock': '' })
  expect(await not.system.isClockSynchronised()).toBe(false)
  await using yes = await computer({ 'run/systemd/timesync/synchronized': '' })
  expect(await yes.system.isClockSynchronised()).toBe(true)
})
