import { useQuery } from '@tanstack/react-query'
import type { RetentionKind, RetentionSettings } from '@noroshi/contract/admin/retention.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { retentionPreviewQuery } from './retention.queries.ts'
import css from './retention.module.css'

interface Props {
  /** The periods that are shorter than before; the other kinds are kept. */
  shorter: RetentionSettings
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a shorter period is stored: how many items it removes, and of which time. */
export function RetentionQuestion({ shorter, isBusy, onClose, onConfirm }: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery(retentionPreviewQuery(shorter))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      isBusy={isBusy}
      title={text('retention.question')}
      confirmLabel={text('retention.confirm')}
    >
      <div className={css.consequences}>
        {data ? (
          <ul>
            {data.items.map((item) => (
              <Removed key={item.kind} {...item} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('retention.countFailed')} />
        ) : (
          <>
            <p>{text('retention.counting')}</p>
            <ListSkeleton rows={1} />
          </>
        )}
        <p>{text('retention.consequence')}</p>
        {shorter.messages !== null && <p>{text('retention.consequence.messages')}</p>}
      </div>
    </ConfirmDialog>
  )
}

function Removed({ kind, before, count }: { kind: RetentionKind; before: string; count: number }) {
  const text = useText()
  const time = fullDateTime(before, useLanguage())
  return <li>{text(`retention.removes.${kind}`, { count, time })}</li>
}
