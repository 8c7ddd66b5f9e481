import css from './waveform.module.css'

interface Props {
  /** Levels from 0 to 1. */
  levels: readonly number[]
  /** The part that was played, from 0 to 1. Its bars are darker. */
  played?: number
}

/** The smallest bar, so that silence is seen. */
const LEVEL_MIN = 0.08

/** The shape of a sound. */
export function Waveform({ levels, played = 1 }: Props) {
  return (
    <span className={css.waveform} aria-hidden="true">
      {levels.map((level, index) => (
        // The bars never change their order.
        <span
          key={index}
          style={{ height: `${Math.max(LEVEL_MIN, level) * 100}%` }}
          data-played={index / levels.length < played || undefined}
        />
      ))}
    </span>
  )
}
