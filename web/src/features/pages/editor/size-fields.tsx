import { TextInput } from '@mantine/core'
import { parseWhole } from '@noroshi/contract/text/numbers'
import type { ReactNode } from 'react'

const PIXELS_MAX = 99_999

/** Parses half-width or full-width digits; returns NaN for anything else. */
export const pixelsOf = (entered: string): number => {
  const pixels = parseWhole(entered)
  return pixels === null || pixels > PIXELS_MAX ? Number.NaN : pixels
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
