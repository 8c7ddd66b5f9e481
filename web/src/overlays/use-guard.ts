import { useEffect, useState } from 'react'

/**
 * Returns true until `id` has been visible for `forMs` milliseconds. The time starts with the first frame that shows
 * it.
 */
export function useGuard(id: string | undefined, forMs: number): boolean {
  const [released, setReleased] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A slow device shows it long after the render.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setReleased(id), forMs)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      setReleased(undefined)
    }
  }, [id, forMs])
  return released === undefined || released !== id
}
