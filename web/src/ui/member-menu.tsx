import { Menu } from '@mantine/core'
import { IconDotsVertical, IconUser, IconUserMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { type MessageKey, useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { useReader } from '../platform/reader.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { MenuFrame } from './menu-frame.tsx'
import { MenuKey } from './menu-key.tsx'

/** Keys of its texts; `{name}` in them is the member's. */
export interface MemberMenuWords {
  readonly menu: MessageKey
  readonly profile: MessageKey
  readonly remove: MessageKey
  /** Asks once more, and the key that answers it. */
  readonly removeConfirm: MessageKey
  readonly removeKey: MessageKey
}

interface Props {
  person: Person
  words: MemberMenuWords
  /** null: whoever looks may not. `onEnd` when it is done or refused. */
  onRemove: ((onEnd: () => void) => void) | null
  isRemoving: boolean
  /** What else can be done, between the profile and the removal. */
  children?: ReactNode
}

/** What can be done with a member: the profile of another one for who is signed in, the removal for who may. */
export function MemberMenu({ person, words, onRemove, isRemoving, children }: Props) {
  const text = useText()
  const reader = useReader()
  const [isAsking, setAsking] = useState(false)
  const { id: userId, fullName: name } = person
  const isOther = reader !== null && userId !== reader.id
  const end = () => setAsking(false)
  // It does not ask again by itself, should the right come back.
  if (isAsking && onRemove === null) end()
  if (!isOther && onRemove === null) return null
  return (
    <>
      <MenuKey
        label={text(words.menu, { name })}
        face={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            {isOther && (
              <Menu.Item
                renderRoot={(props) => <Link {...props} to={paths.profile} params={{ userId }} />}
                leftSection={<IconUser size={22} stroke={1.75} aria-hidden="true" />}
              >
                {text(words.profile)}
              </Menu.Item>
            )}
            {children}
            {onRemove && (
              <Menu.Item
                leftSection={<IconUserMinus size={22} stroke={1.75} aria-hidden="true" />}
                onClick={() => setAsking(true)}
              >
                {text(words.remove)}
              </Menu.Item>
            )}
          </MenuFrame>
        )}
      />
      {onRemove && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={end}
          onConfirm={() => onRemove(end)}
          isBusy={isRemoving}
          title={text(words.removeConfirm, { name })}
          confirmLabel={text(words.removeKey)}
        />
      )}
    </>
  )
}
