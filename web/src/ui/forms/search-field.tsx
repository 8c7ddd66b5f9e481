import { ActionIcon } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { isComposing } from './ime.ts'
import css from './search-field.module.css'

/** A search input for forms; the caller passes its attributes. */
export function SearchInput(input: ComponentProps<'input'>) {
  return (
    <div className={css.field}>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input {...input} />
    </div>
  )
}

interface Props {
  /** Layout class of the caller. */
  className?: string | undefined
  label: string
  /** Label of the button that clears the field. */
  clearLabel: string
  maxLength: number
  value: string
  onChange: (query: string) => void
}

/** A search field above a list. Escape clears it. */
export function SearchField({ className = '', label, clearLabel, maxLength, value, onChange }: Props) {
  return (
    <div className={`${css.field} ${className}`} data-over-list role="search">
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '' || isComposing(event.nativeEvent)) return
          event.preventDefault() // Escape leaves nothing else at this press
          onChange('')
        }}
      />
      {value !== '' && (
        <ActionIcon aria-label={clearLabel} onClick={() => onChange('')}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
