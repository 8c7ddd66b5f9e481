import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import css from './admin.module.css'

interface Props {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}

export function AdminSearchField({ label, hint, value, onChange }: Props) {
  return (
    <TextInput
      type="search"
      className={css.search}
      aria-label={label}
      placeholder={hint}
      leftSection={<IconSearch size={20} stroke={1.75} aria-hidden="true" />}
      maxLength={SEARCH_MAX}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
