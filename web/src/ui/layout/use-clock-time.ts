import { useEffect, useState } from 'react'
import { onServerTime, serverNow } from '../../platform/connection/server-time.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

const wholeMinute = () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS

/** Returns the server's time, rounded down to the minute. It is updated each minute. */
export function useClockTime(): Date {
  const [minute, setMinute] = useState(wholeMinute)
  useEffect(() => {
    const renew = () => setMinute(wholeMinute())
    const timer = setInterval(renew, SECOND_MS)
    const stop = onServerTime(renew)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return new Date(minute)
}
