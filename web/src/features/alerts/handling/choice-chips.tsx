import css from './handling.module.css'

interface Props<Value extends string> {
  label: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value | null
  /** Called with null if the chosen option is pressed. */
  onChange: (value: Value | null) => void
}

/** Options of which one is chosen by one press, and none by a second one. */
export function ChoiceChips<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <div className={css.chips} role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value === value ? null : option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
