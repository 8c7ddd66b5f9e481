import { useEffect, useState } from 'react'

interface Props {
  /** Announced to screen readers. */
  label: string
  isLabelHidden?: boolean
  className?: string | undefined
}

/** The time since it is on the screen, as that of a recording. */
export function Elapsed({ label, isLabelHidden = false, className }: Props) {
  const [startedAt] = useState(() => performance.now())
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.floor((now - startedAt) / 1000)
  return (
    <p className={className}>
      <span role="status" className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </span>
      <span className="num" role="timer">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </p>
  )
}
