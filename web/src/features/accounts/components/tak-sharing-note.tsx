import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/language/i18n.ts'
import { takSharingQuery } from '../tak-sharing.queries.ts'

/** Says to whom the own location may leave; nothing without a consent. A state that is not known is named too. */
export function TakSharingNote({ className }: { className: string | undefined }) {
  const text = useText()
  const { data, error } = useQuery(takSharingQuery)
  if (!data) return error && <p className={className}>{text('tak.sharingUnknown')}</p>
  const { isShared, recipient } = data
  return isShared && recipient !== null && <p className={className}>{text('tak.sharedNow', { recipient })}</p>
}
