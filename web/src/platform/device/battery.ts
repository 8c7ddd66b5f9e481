import { useEffect, useState } from 'react'

/** The used part of the Battery Status API, which TypeScript does not declare. */
interface BatteryManager extends EventTarget {
  readonly charging: boolean
  /** 0 to 1. */
  readonly level: number
}

export interface Battery {
  readonly percent: number
  readonly isCharging: boolean
}

const isSupported = (value: Navigator): value is Navigator & { getBattery: () => Promise<BatteryManager> } =>
  'getBattery' in value

/** Returns the state of this device's battery; null if the browser does not report it. */
export function useBattery(): Battery | null {
  const [battery, setBattery] = useState<Battery | null>(null)
  useEffect(() => {
    const device: Navigator = navigator
    if (!isSupported(device)) return
    let manager: BatteryManager | null = null
    let isUnmounted = false
    const update = () => {
      if (manager) setBattery({ percent: Math.round(manager.level * 100), isCharging: manager.charging })
    }
    const start = async () => {
      manager = await device.getBattery().catch(() => null)
      if (isUnmounted || !manager) return
      for (const name of ['levelchange', 'chargingchange']) manager.addEventListener(name, update)
      update()
    }
    void start()
    return () => {
      isUnmounted = true
      for (const name of ['levelchange', 'chargingchange']) manager?.removeEventListener(name, update)
    }
  }, [])
  return battery
}
