import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

/** Parses half-width or full-width digits; returns NaN for anything else. */
export const pixelsOf = (entered: string): number => {
  const digits = entered.normalize('NFKC').trim()
  return /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN
}

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  description?: string
  error?: ReactNode
}

export function PixelField({ label, value, onChange, description, error }: Props) {
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
