import { Menu } from '@mantine/core'
import { IconDotsVertical, IconUser, IconUserMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { type MessageKey, useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { MenuFrame } from '../../ui/dialogs/menu-frame.tsx'
import { MenuButton } from '../../ui/dialogs/menu-button.tsx'

/** Message keys; `{name}` in the texts is the name of the member. */
export interface MemberMenuTexts {
  readonly menu: MessageKey
  readonly profile: MessageKey
  readonly remove: MessageKey
  /** The confirmation and its button. */
  readonly removeConfirm: MessageKey
  readonly removeLabel: MessageKey
}

interface Props {
  person: Person
  texts: MemberMenuTexts
  /** null: the user may not remove the member. Calls `onEnd` after success or failure. */
  onRemove: ((onEnd: () => void) => void) | null
  isRemoving: boolean
  /** Further items between the profile and the removal. */
  children?: ReactNode
}

/**
 * The menu of a member: the profile, for signed-in users and other members, and the removal, for users with the right.
 */
export function MemberMenu({ person, texts, onRemove, isRemoving, children }: Props) {
  const text = useText()
  const viewer = useCurrentUser()
  const [isAsking, setAsking] = useState(false)
  const userId = person.id
  const name = nameOf(person)
  const isOther = viewer !== null && userId !== viewer.id
  const closeQuestion = () => setAsking(false)
  // The confirmation does not reopen if the right is granted again.
  if (isAsking && onRemove === null) closeQuestion()
  if (!isOther && onRemove === null) return null
  return (
    <>
      <MenuButton
        label={text(texts.menu, { name })}
        icon={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(button) => (
          <MenuFrame target={button}>
            {isOther && (
              <Menu.Item
                renderRoot={(props) => <Link {...props} to={paths.profile} params={{ userId }} />}
                leftSection={<IconUser size={22} stroke={1.75} aria-hidden="true" />}
              >
                {text(texts.profile)}
              </Menu.Item>
            )}
            {children}
            {onRemove && (
              <Menu.Item
                leftSection={<IconUserMinus size={22} stroke={1.75} aria-hidden="true" />}
                onClick={() => setAsking(true)}
              >
                {text(texts.remove)}
              </Menu.Item>
            )}
          </MenuFrame>
        )}
      />
      {onRemove && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={closeQuestion}
          onConfirm={() => onRemove(closeQuestion)}
          isBusy={isRemoving}
          title={text(texts.removeConfirm, { name })}
          confirmLabel={text(texts.removeLabel)}
        />
      )}
    </>
  )
}
