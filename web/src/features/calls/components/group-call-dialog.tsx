import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { CALL_OTHERS_MAX } from '@noroshi/contract/limits'
import { togglePerson } from '../selection.ts'
import { GroupCallForm } from './group-call-form.tsx'
import { type CallableMembers, MemberChoice } from './member-choice.tsx'

interface Props extends CallableMembers {
  /** Id of the group chat. */
  groupId: string
  onClose: () => void
}

/** Picks members of a group for a call. At three the other rows are disabled. */
export function GroupCallDialog({ groupId, onClose, ...callable }: Props) {
  const [selected, setSelected] = useState<readonly Person[]>([])
  return (
    <GroupCallForm groupId={groupId} selected={selected} onClose={onClose}>
      <MemberChoice
        {...callable}
        selected={selected}
        max={CALL_OTHERS_MAX}
        onToggle={(person) => setSelected(togglePerson(selected, person))}
      />
    </GroupCallForm>
  )
}
