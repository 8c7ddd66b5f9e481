import { Menu } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type MessageKey, useText } from '../platform/i18n.ts'
import { AddPeople } from './add-people.tsx'
import {
  type Members,
  type MembersToChange,
  type MemberWith,
  useAddMembers,
  useChangeMember,
  useRemoveMember,
} from './member-changes.ts'
import { MemberMenu, type MemberMenuWords } from './member-menu.tsx'
import { MemberRow, MemberRows } from './member-row.tsx'
import { ErrorState, ListSkeleton } from './states.tsx'
import { Tag } from './tag.tsx'

const MemberPermissions = lazy(() =>
  import('./member-permissions.tsx').then(({ MemberPermissions: dialog }) => ({ default: dialog })),
)

/** Keys of its texts; `{name}` in them is the member's. */
export interface MembersWords extends MemberMenuWords {
  readonly failed: MessageKey
  readonly add: MessageKey
  readonly addWho: MessageKey
  readonly you: MessageKey
  readonly creator: MessageKey
  readonly permissions: MessageKey
  readonly permissionsOf: MessageKey
  readonly permissionsNote: MessageKey
}

interface Shared<Flag extends string> {
  of: MembersToChange<Flag>
  /** What a member may do beyond reading, and the key of its text, in the order in which it is shown. */
  flags: readonly (readonly [Flag, MessageKey])[]
  words: MembersWords
  creatorId: string
  mayChange: (member: MemberWith<Flag>) => boolean
}

interface Props<Flag extends string> extends Shared<Flag> {
  found: Pick<UseQueryResult<Members<Flag>>, 'data' | 'error' | 'refetch'>
  mayAdd: boolean
}

/** Who is in a feed or a page and what they may do; who manages the members changes it. */
export function ManagedMembers<Flag extends string>({ found, mayAdd, ...shared }: Props<Flag>) {
  const { of, words } = shared
  const { data, error, refetch } = found
  const text = useText()
  const { mutate, isPending } = useAddMembers(of)
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text(words.failed)} /> : <ListSkeleton />
  }
  return (
    <>
      {mayAdd && (
        <AddPeople
          label={text(words.add)}
          question={text(words.addWho)}
          memberIds={data.items.map(({ UserId }) => UserId)}
          onAdd={(userIds, onAdded) => mutate(userIds, { onSuccess: onAdded })}
          isBusy={isPending}
        />
      )}
      <MemberRows>
        {data.items.map((member) => (
          <Row key={member.id} member={member} {...shared} />
        ))}
      </MemberRows>
    </>
  )
}

type RowProps<Flag extends string> = Shared<Flag> & { member: MemberWith<Flag> }

function Row<Flag extends string>(props: RowProps<Flag>) {
  const { member, flags, words, creatorId } = props
  const text = useText()
  const rights = flags.filter(([flag]) => member[flag]).map(([flag, label]) => <Tag key={flag}>{text(label)}</Tag>)
  return (
    <MemberRow
      person={member.user}
      you={text(words.you)}
      tags={member.UserId === creatorId ? <Tag tone="accent">{text(words.creator)}</Tag> : rights.length > 0 && rights}
    >
      <Actions {...props} />
    </MemberRow>
  )
}

function Actions<Flag extends string>({ member, of, flags, words, mayChange }: RowProps<Flag>) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const change = useChangeMember(of)
  const remove = useRemoveMember(of)
  const { id: memberId, user } = member
  const isChangeable = mayChange(member)
  // It does not open again by itself, should the right come back.
  if (isOpen && !isChangeable) setOpen(false)
  return (
    <>
      <MemberMenu
        person={user}
        words={words}
        onRemove={isChangeable ? (onEnd) => remove.mutate(memberId, { onSettled: onEnd }) : null}
        isRemoving={remove.isPending}
      >
        {isChangeable && (
          <Menu.Item leftSection={<IconKey size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
            {text(words.permissions)}
          </Menu.Item>
        )}
      </MemberMenu>
      {isOpen && (
        <Suspense>
          <MemberPermissions
            title={text(words.permissionsOf, { name: user.fullName })}
            note={text(words.permissionsNote)}
            permissions={flags.map(([flag, label]) => ({
              label: text(label),
              isOn: member[flag],
              onChange: (isOn) => change.mutate({ memberId, flag, isOn }),
            }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
