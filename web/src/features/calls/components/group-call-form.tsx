import type { ReactNode } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { CALL_OTHERS_MAX } from '@noroshi/contract/limits'
import { text as textOf, useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { toastError, toastWarning } from '../../../ui/states/toast.tsx'
import { useStartGroupCall } from '../calls.changes.ts'
import { canCall } from '../can-call.ts'
import css from './group-call.module.css'

interface Props {
  /** The group chat that the call belongs to; null for selected users. */
  groupId: string | null
  selected: readonly Person[]
  onClose: () => void
  /** The picker. */
  children: ReactNode
}

/** Milliseconds for which the error about an empty group call is shown (specification, section 9). */
const EMPTY_GROUP_MS = 5_000

/** Returns whether so many others make a group call; shows why not (specification, section 5). */
function checkCount(count: number): boolean {
  if (count === 0) toastError(textOf('calls.emptyGroupTitle'), textOf('calls.groupWarning'), EMPTY_GROUP_MS)
  if (count === 1) toastWarning('calls.addOneMore')
  return count > 1
}

/** The dialog that starts a group call with two or three others. */
export function GroupCallForm({ groupId, selected, onClose, children }: Props) {
  const text = useText()
  const { mutate, isPending } = useStartGroupCall()
  return (
    <FormDialog
      title={text(groupId === null ? 'calls.newGroupCall' : 'calls.groupCall')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!canCall()) toastWarning('calls.unsupported')
        else if (checkCount(selected.length)) mutate({ receiverUserIds: selected.map(({ id }) => id), groupId })
      }}
      submitLabel={text('calls.start')}
      isBusy={isPending}
      hasUnsaved={selected.length > 0}
    >
      {children}
      <p className={css.count} role="status">
        {text('calls.selectedCount', { count: selected.length, max: CALL_OTHERS_MAX })}
      </p>
    </FormDialog>
  )
}
