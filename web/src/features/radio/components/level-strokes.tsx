import { useObservable } from '../../../platform/observable.ts'
import type { RadioRoom } from '../media/radio-room.ts'
import css from './talk-controls.module.css'

const STROKES = 60
/** Each stroke has its own share of the level, so that the ring looks like a voice. */
const shares = Array.from({ length: STROKES }, (_, index) =>
  Math.abs(Math.sin(index * 0.63) * Math.cos(index * 0.21 + 0.6) + 0.35 * Math.sin(index * 1.7)),
)

/** The level of the voice that is on air, around the talk button. */
export function LevelStrokes({ room }: { room: RadioRoom }) {
  const level = useObservable(room.levels, ({ own, other }) => Math.max(own, other))
  return (
    <svg className={css.level} viewBox="0 0 220 220" aria-hidden="true">
      {shares.map((share, index) => (
        <line
          key={index}
          x1="110"
          x2="110"
          y1={28}
          y2={28 - 4 - share * level * 30}
          transform={`rotate(${(index * 360) / STROKES} 110 110)`}
        />
      ))}
    </svg>
  )
}
