import { type HealthCheck, numberFact, flagFact, problemIf, readingOf } from '../health-check.service.ts'

/** A Raspberry Pi becomes slower at 80 degrees. */
const WARM_CELSIUS = 80
const HOT_CELSIUS = 90
/** Percent of a battery that still lasts until an administrator comes. */
const BATTERY_LOW = 30

export const temperatureCheck: HealthCheck = {
  name: 'temperature',
  isPerMachine: true,
  async read({ system }) {
    const celsius = await system.temperature()
    const facts = [numberFact('celsius', 'temperature', celsius)]
    if (celsius === null) return { level: 'unknown', advice: 'temperatureUnknown', facts }
    return readingOf(facts, [
      problemIf(celsius >= HOT_CELSIUS, 'failure', 'temperatureHigh'),
      problemIf(celsius >= WARM_CELSIUS, 'warning', 'temperatureHigh'),
    ])
  },
}

export const powerCheck: HealthCheck = {
  name: 'power',
  isPerMachine: true,
  async read({ system }) {
    const { isOnBattery, batteryPercent, isUnderVoltage } = await system.power()
    const facts = [
      flagFact('onBattery', isOnBattery),
      ...(batteryPercent === null ? [] : [numberFact('percent', 'battery', batteryPercent)]),
      ...(isUnderVoltage === null ? [] : [flagFact('underVoltage', isUnderVoltage)]),
    ]
    if (isOnBattery === null && isUnderVoltage === null) return { level: 'unknown', advice: 'powerUnknown', facts }
    return readingOf(facts, [
      problemIf(isOnBattery === true && batteryPercent !== null && batteryPercent < BATTERY_LOW, 'failure', 'batteryLow'),
      problemIf(isUnderVoltage === true, 'warning', 'voltageLow'),
      problemIf(isOnBattery === true, 'warning', 'onBattery'),
    ])
  },
}
