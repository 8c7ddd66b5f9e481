import { Menu } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type MessageKey, useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { sortByName } from '../../platform/language/sort-by-name.ts'
import { AddPeople } from './add-people.tsx'
import {
  type Members,
  type MembersToChange,
  type MemberWith,
  useAddMembers,
  useChangeMember,
  useRemoveMember,
} from './member-changes.ts'
import { MemberMenu, type MemberMenuTexts } from './member-menu.tsx'
import { MemberRow, MemberRows } from './member-row.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { Tag } from '../../ui/layout/tag.tsx'

const MemberPermissions = lazy(() =>
  import('./member-permissions.tsx').then(({ MemberPermissions: dialog }) => ({ default: dialog })),
)

/** Message keys; `{name}` in the texts is the name of the member. */
export interface MembersTexts extends MemberMenuTexts {
  readonly failed: MessageKey
  readonly add: MessageKey
  readonly addQuestion: MessageKey
  readonly you: MessageKey
  readonly creator: MessageKey
  readonly permissions: MessageKey
  readonly permissionsOf: MessageKey
  readonly permissionsNote: MessageKey
  /** Replaces the note if the user may not grant some permissions. */
  readonly permissionsOwnNote: MessageKey
}

interface Shared<Flag extends string> {
  of: MembersToChange<Flag>
  /** Permissions of a member beyond reading, with their message keys, in display order. */
  flags: readonly (readonly [Flag, MessageKey])[]
  texts: MembersTexts
  creatorId: string
  mayChange: (member: MemberWith<Flag>) => boolean
  mayGrant: (flag: Flag) => boolean
}

interface Props<Flag extends string> extends Shared<Flag> {
  found: { readonly members: Members<Flag> | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  mayAdd: boolean
}

/** The members of a feed or a page and their permissions: the creator first, the others by name. */
export function ManagedMembers<Flag extends string>({ found, mayAdd, ...shared }: Props<Flag>) {
  const { of, texts } = shared
  const { members, error, refetch } = found
  const text = useText()
  const { mutate, isPending } = useAddMembers(of)
  if (!members) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text(texts.failed)} /> : <ListSkeleton />
  }
  const byName = sortByName(members, ({ user }) => user)
  const isCreator = ({ UserId }: MemberWith<Flag>) => UserId === shared.creatorId
  return (
    <>
      {mayAdd && (
        <AddPeople
          label={text(texts.add)}
          question={text(texts.addQuestion)}
          memberIds={members.map(({ UserId }) => UserId)}
          onAdd={(userIds, onAdded) => mutate(userIds, { onSuccess: onAdded })}
          isBusy={isPending}
        />
      )}
      <MemberRows>
        {[...byName.filter(isCreator), ...byName.filter((member) => !isCreator(member))].map((member) => (
          <Row key={member.id} member={member} {...shared} />
        ))}
      </MemberRows>
    </>
  )
}

type RowProps<Flag extends string> = Shared<Flag> & { member: MemberWith<Flag> }

function Row<Flag extends string>(props: RowProps<Flag>) {
  const { member, flags, texts, creatorId } = props
  const text = useText()
  const tags = flags.filter(([flag]) => member[flag]).map(([flag, label]) => <Tag key={flag}>{text(label)}</Tag>)
  return (
    <MemberRow
      person={member.user}
      you={text(texts.you)}
      tags={member.UserId === creatorId ? <Tag tone="accent">{text(texts.creator)}</Tag> : tags.length > 0 && tags}
    >
      <Actions {...props} />
    </MemberRow>
  )
}

function Actions<Flag extends string>({ member, of, flags, texts, mayChange, mayGrant }: RowProps<Flag>) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const change = useChangeMember(of)
  const remove = useRemoveMember(of)
  const { id: memberId, user } = member
  const isChangeable = mayChange(member)
  // The dialog does not reopen if the right is granted again.
  if (isOpen && !isChangeable) setOpen(false)
  return (
    <>
      <MemberMenu
        person={user}
        texts={texts}
        onRemove={isChangeable ? (onEnd) => remove.mutate(memberId, { onSettled: onEnd }) : null}
        isRemoving={remove.isPending}
      >
        {isChangeable && (
          <Menu.Item leftSection={<IconKey size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
            {text(texts.permissions)}
          </Menu.Item>
        )}
      </MemberMenu>
      {isOpen && (
        <Suspense>
          <MemberPermissions
            title={text(texts.permissionsOf, { name: nameOf(user) })}
            note={text(flags.every(([flag]) => mayGrant(flag)) ? texts.permissionsNote : texts.permissionsOwnNote)}
            permissions={flags.map(([flag, label]) => ({
              label: text(label),
              isOn: member[flag],
              isLocked: !member[flag] && !mayGrant(flag),
              onChange: (isOn) => change.mutate({ memberId, flag, isOn }),
            }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
