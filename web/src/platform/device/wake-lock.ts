import { useEffect, useState } from 'react'

/**
 * The state of the wake lock, which keeps the screen on. `pending`: not known yet. `insecure`: the page is not on
 * HTTPS, which browsers require. `unavailable`: the browser has no wake locks. `refused`: the device refused it, for
 * example because the battery is low.
 */
export type WakeLockState = 'pending' | 'held' | 'insecure' | 'unavailable' | 'refused'

const initialState = (): WakeLockState => {
  if ('wakeLock' in navigator) return 'pending'
  return window.isSecureContext ? 'unavailable' : 'insecure'
}

/** Milliseconds between two attempts to get a lock that the device refused or released. */
const RETRY_MS = 60_000

/** Keeps the screen awake while the component is mounted. Browsers without wake locks let the screen sleep. */
export function useWakeLock(): WakeLockState {
  const [state, setState] = useState(initialState)
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    let isRequested = false
    const acquire = async () => {
      const isHeld = isRequested || lock?.released === false
      if (isUnmounted || isHeld || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      isRequested = true
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isUnmounted) return await lock.release()
        lock.addEventListener('release', () => void acquire())
        setState('held')
      } catch {
        lock = null
        if (!isUnmounted) setState('refused')
      } finally {
        isRequested = false
      }
    }
    // The browser releases the lock when the page is hidden, and the system when the battery is low.
    const onVisible = () => void acquire()
    document.addEventListener('visibilitychange', onVisible)
    const retry = setInterval(onVisible, RETRY_MS)
    void acquire()
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisible)
      clearInterval(retry)
      void lock?.release()
    }
  }, [])
  return state
}
