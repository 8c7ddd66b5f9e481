import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { PersonPicker } from '../../shared/people/person-picker.tsx'
import css from './user-search.module.css'

/** Searches users in place of the title (specification, section 2) and opens the profile of the picked user. */
export function UserSearch({ onClose }: { onClose: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.querySelector('input')?.focus(), [])
  const pick = ({ id }: Person) => {
    onClose()
    void navigate({ to: paths.profile, params: { userId: id } })
  }
  return (
    <div ref={container} className={css.search} role="search">
      <PersonPicker label={text('people.search')} onPick={pick} onLeave={onClose} isFloating />
      <ActionIcon aria-label={text('people.closeSearch')} onClick={onClose}>
        <IconX size={24} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
