import { useEffect, useState } from 'react'
import { onServerTime, serverNow } from './connection/server-time.ts'

const MINUTE_MS = 60_000

const readNow = () => new Date(serverNow())
const readDeviceNow = () => new Date()

/** Returns the server's time, updated each minute, for relative times on the screen. */
export const useNow = (): Date => useClock(readNow)

/**
 * Returns the time of the device's own clock, updated each minute, for the age of what the device has measured itself.
 */
export const useDeviceNow = (): Date => useClock(readDeviceNow)

function useClock(read: () => Date): Date {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const renew = () => setNow(read())
    const timer = setInterval(renew, MINUTE_MS)
    const stop = onServerTime(renew)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [read])
  return now
}
