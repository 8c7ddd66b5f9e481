import { ActionIcon } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { InputHTMLAttributes } from 'react'
import { isOfInputMethod } from './ime.ts'
import css from './search-field.module.css'

/** One of the fields of a form, which brings what it needs to be one. */
export function SearchInput(input: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className={css.field}>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input {...input} />
    </div>
  )
}

interface Props {
  /** Its place among its neighbours. */
  className?: string | undefined
  label: string
  /** Of the key that empties it. */
  clearLabel: string
  maxLength: number
  value: string
  onChange: (words: string) => void
}

/** Words to find in the list below; Escape empties it. */
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
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !isOfInputMethod(nativeEvent) && onChange('')}
      />
      {value !== '' && (
        <ActionIcon aria-label={clearLabel} onClick={() => onChange('')}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
