import css from './alert-progress.module.css'

interface AlertProgressProps {
  counts: { readonly recipients: number; readonly delivered: number; readonly seen: number; readonly responding: number }
  labels: { readonly delivered: string; readonly seen: string; readonly responding: string }
}

/** Shows how many recipients of an alert have received, seen and answered it, as hills with signal fires. */
export function AlertProgress({ counts: { recipients, delivered, seen, responding }, labels }: AlertProgressProps) {
  const hills = [
    { x: 60, y: 40, isLit: delivered > 0, fire: 'var(--n-accent)' },
    { x: 180, y: 31, isLit: seen > 0, fire: 'var(--n-accent)' },
    { x: 300, y: 22, isLit: responding > 0, fire: 'var(--n-ok)' },
  ]
  return (
    <div>
      <svg className={css.hills} viewBox="0 0 360 62" aria-hidden="true">
        <path className={css.hill} d="M0 62v-8c22-1 36-13 60-13s34 11 58 11 36-20 62-20 36 18 60 18 34-27 60-27 38 26 60 30v9z" />
        <path className={css.line} d="M72 38Q120 24 168 29M192 28Q240 12 288 19" />
        {hills.map(({ x, y, isLit, fire }) => (
          <g key={x}>
            {isLit && <path className={css.smoke} d={`M${x} ${y - 7}c-5-5 5-8 0-13`} style={{ stroke: fire }} />}
            <circle
              cx={x}
              cy={y}
              r="5"
              fill={isLit ? fire : 'var(--n-bg)'}
              stroke={isLit ? fire : 'var(--n-field)'}
              strokeWidth="2"
            />
          </g>
        ))}
      </svg>
      <dl className={css.counts}>
        <div>
          <dt>{labels.delivered}</dt>
          <dd>
            {delivered}
            <small>/{recipients}</small>
          </dd>
        </div>
        <div>
          <dt>{labels.seen}</dt>
          <dd>{seen}</dd>
        </div>
        <div>
          <dt>{labels.responding}</dt>
          <dd>{responding}</dd>
        </div>
      </dl>
    </div>
  )
}
