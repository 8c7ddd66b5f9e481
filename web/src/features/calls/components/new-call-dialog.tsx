import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { CALL_OTHERS_MAX } from '@noroshi/contract/limits'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { PersonPicker } from '../../../shared/people/person-picker.tsx'
import type { CallKind } from '../calls.queries.ts'
import { togglePerson } from '../selection.ts'
import { GroupCallForm } from './group-call-form.tsx'

interface Props {
  kind: CallKind
  onClose: () => void
}

/** Picks one user to call, or two or three for a group call. */
export function NewCallDialog({ kind, onClose }: Props) {
  return kind === 'personal' ? <PersonalPicker onClose={onClose} /> : <GroupPicker onClose={onClose} />
}

function PersonalPicker({ onClose }: { onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
  const { run, isRunning } = useCommand('call.start')
  return (
    <Dialog isOpen onClose={onClose} title={text('calls.newCall')}>
      <PersonPicker
        label={text('calls.whoToCall')}
        excludedIds={viewer ? [viewer.id] : []}
        onPick={({ id }) => {
          if (!isRunning) run({ userId: id, threadId: null })
        }}
      />
    </Dialog>
  )
}

function GroupPicker({ onClose }: { onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [selected, setSelected] = useState<readonly Person[]>([])
  return (
    <GroupCallForm groupId={null} selected={selected} onClose={onClose}>
      <PersonPicker
        label={text('calls.whoToCall')}
        excludedIds={viewer ? [viewer.id] : []}
        chosen={selected}
        max={CALL_OTHERS_MAX}
        onPick={(person) => setSelected(togglePerson(selected, person))}
      />
    </GroupCallForm>
  )
}
