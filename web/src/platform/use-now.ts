import { useEffect, useState } from 'react'
import { onServerTime, serverNow } from './server-time.ts'

const MINUTE_MS = 60_000

const readNow = () => new Date(serverNow())

/** Returns the server's time, updated each minute, for relative times on the screen. */
export function useNow(): Date {
  const [now, setNow] = useState(readNow)
  useEffect(() => {
    const renew = () => setNow(readNow())
    const timer = setInterval(renew, MINUTE_MS)
    const stop = onServerTime(renew)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return now
}
