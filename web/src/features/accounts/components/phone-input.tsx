import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { callingCode, countries, phoneParts, phoneValue, typedParts } from '../phone-parts.ts'
import css from './phone-input.module.css'

interface Props {
  /** The stored number: digits with the calling code. */
  initial: string
  onChange: (value: string) => void
  error: React.ReactNode
}

/** A phone number in two fields, country and number. Japan is first in the list (specification, section 5). */
export function PhoneInput({ initial, onChange, error }: Props) {
  const text = useText()
  const id = useId()
  const language = useLanguage()
  const [parts, setParts] = useState(() => phoneParts(initial))
  const options = useMemo(() => countries(language), [language])
  const change = (next: typeof parts) => {
    setParts(next)
    onChange(phoneValue(next))
  }
  return (
    <Input.Wrapper
      size="md"
      id={id}
      label={text('profile.phoneNumber')}
      labelProps={{ fw: 650, mb: 'var(--n-space-6)' }}
      error={error}
    >
      <div className={css.phone}>
        {/* The list contains the names of the countries; the closed field has room only for the code. */}
        <span className={css.code}>
          +{callingCode(parts.country)}
          <IconChevronDown size={16} stroke={2} aria-hidden="true" />
          <select
            aria-label={text('profile.callingCode')}
            autoComplete="tel-country-code"
            value={parts.country}
            onChange={({ currentTarget }) => change({ ...parts, country: currentTarget.value })}
          >
            {options.map(({ country, label }) => (
              <option key={country} value={country}>
                {label}
              </option>
            ))}
          </select>
        </span>
        <Input
          id={id}
          className={css.number}
          type="tel"
          autoComplete="tel-national"
          error={Boolean(error)}
          value={parts.national}
          onChange={({ currentTarget }) => change(typedParts(currentTarget.value, parts.country))}
        />
      </div>
    </Input.Wrapper>
  )
}
