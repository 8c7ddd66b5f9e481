import { useEffect } from 'react'
import type { Streets } from '@noroshi/contract/streets/streets.http'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { useShellState } from '../platform/push/service-worker.ts'
import { socket } from '../platform/connection/socket.ts'
import { whenStarted } from '../platform/when-idle.ts'
import { retryUntilLoaded } from '../ui/states/lazy-content.tsx'

/** Stores the map on this device after the application, which has priority. */
export function useKeepMap(unit: Unit | undefined) {
  const isShellStored = useShellState() === 'stored'
  const streets = unit?.streets
  useEffect(() => {
    if (streets === undefined || !isShellStored) return undefined
    const start = () => void keep(streets)
    const cancel = whenStarted(() => {
      if (socket.connected) start()
      else socket.once('connect', start) // its code may be on the server only
    })
    return () => {
      cancel()
      socket.off('connect', start)
    }
  }, [streets, isShellStored])
}

async function keep(streets: Streets | null): Promise<void> {
  const { keepMap } = await retryUntilLoaded(() => import('../platform/map-files/stored-map.ts'))
  const { loadMapCode } = await retryUntilLoaded(() => import('../ui/map/map-code.ts'))
  keepMap(streets, loadMapCode)
}
