import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

/** Free and total bytes of a disk. */
export interface Space {
  readonly free: number
  readonly total: number
}

/** How the computer is powered. null: the system does not say. */
export interface Power {
  /** Whether a battery powers it, because the mains fail. */
  readonly isOnBattery: boolean | null
  readonly batteryPercent: number | null
  /** Whether a Raspberry Pi has had too low a voltage since its last look. */
  readonly isUnderVoltage: boolean | null
}

/** The computer that the server runs on. Tests replace it. */
export interface System {
  /** Its host name. */
  readonly machine: string
  /** Returns the space of the disk of a folder. */
  diskSpace(folder: string): Promise<Space>
  /** Returns the highest temperature in degrees Celsius; null without a sensor. */
  temperature(): Promise<number | null>
  power(): Promise<Power>
  /** Returns whether the clock follows a time server; null if the system does not say. */
  isClockSynchronised(): Promise<boolean | null>
}

/** Returns the space of the disk of a folder. */
export async function diskSpace(folder: string): Promise<Space> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Temperatures that a sensor reports when it has none. */
const isPlausible = (celsius: number): boolean => celsius > 0 && celsius < 150

/** Reads Linux. @param roots the folders of sysfs and of the state of services, which tests replace */
export function linuxSystem({ sys = '/sys', run = '/run' } = {}): System {
  const supplies = path.join(sys, 'class/power_supply')
  return {
    machine: hostname(),
    diskSpace,
    async temperature() {
      const zones = path.join(sys, 'class/thermal')
      const texts = await Promise.all(
        (await namesIn(zones, 'thermal_zone')).map((zone) => textOf(path.join(zones, zone, 'temp'))),
      )
      const known = texts
        .map((text) => (text === null ? Number.NaN : Number(text) / 1000))
        .filter((celsius) => isPlausible(celsius))
      return known.length === 0 ? null : Math.max(...known)
    },
    async power() {
      const found = await Promise.all((await namesIn(supplies, '')).map((name) => readSupply(path.join(supplies, name))))
      const own = found.filter(({ scope }) => scope !== 'Device') // not the battery of a mouse
      const mains = own.filter(({ type }) => type === 'Mains' || type === 'USB')
      const batteries = own.filter(({ type }) => type === 'Battery' || type === 'UPS')
      const levels = batteries.flatMap(({ capacity }) => capacity ?? [])
      const isOff = batteries.some(({ status }) => status === 'Discharging') && !mains.some(({ isOnline }) => isOnline)
      return {
        isOnBattery: batteries.length > 0 ? isOff : mains.length > 0 ? false : null,
        batteryPercent: levels.length === 0 ? null : Math.min(...levels),
        isUnderVoltage: await readUnderVoltage(path.join(sys, 'class/hwmon')),
      }
    },
    async isClockSynchronised() {
      const folder = path.join(run, 'systemd/timesync')
      if (!(await exists(folder))) return null
      return exists(path.join(folder, 'synchronized'))
    },
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Returns the names in a folder that begin so; none if the system has no such folder. */
const namesIn = async (folder: string, beginning: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(beginning))

/** Returns the text of a file; null if it does not exist or its device has no value. */
const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

async function readSupply(folder: string) {
  const [type, scope, status, capacity, online] = await Promise.all(
    ['type', 'scope', 'status', 'capacity', 'online'].map((name) => textOf(path.join(folder, name))),
  )
  return { type, scope, status, capacity: capacity ? Number(capacity) : null, isOnline: online === '1' }
}

/** The driver of a Raspberry Pi's voltage has one alarm, which stays until it is read. */
async function readUnderVoltage(folder: string): Promise<boolean | null> {
  for (const name of await namesIn(folder, 'hwmon')) {
    if ((await textOf(path.join(folder, name, 'name'))) !== 'rpi_volt') continue
    const alarm = await textOf(path.join(folder, name, 'in0_lcrit_alarm'))
    return alarm === null ? null : alarm === '1'
  }
  return null
}
