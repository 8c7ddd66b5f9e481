import { useEffect } from 'react'

/** Keeps the screen awake while the component is mounted. Browsers without wake locks let the screen sleep. */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isUnmounted = false
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isUnmounted) await lock.release()
      } catch {
        lock = null // refused, for example because the battery is low
      }
    }
    // The browser releases the lock when the page is hidden.
    const onVisible = () => void acquire()
    document.addEventListener('visibilitychange', onVisible)
    void acquire()
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
