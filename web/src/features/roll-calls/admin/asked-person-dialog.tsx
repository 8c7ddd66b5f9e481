import { lazy, Suspense } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { withTexts } from '../../../platform/language/i18n.ts'

const HistoryDialog = lazy(() =>
  import('../components/history-dialog.tsx').then(({ HistoryDialog: dialog }) => ({ default: dialog })),
)
const ProxyDialog = lazy(() => import('../components/proxy-dialog.tsx').then(({ ProxyDialog: dialog }) => ({ default: dialog })))
const LinkDialog = lazy(() =>
  withTexts(() => import('./link-dialog.tsx'), 'admin').then(({ LinkDialog: dialog }) => ({ default: dialog })),
)

export type PersonDialogKind = 'history' | 'proxy' | 'link'

interface Props {
  rollCall: RollCallForViewer
  kind: PersonDialogKind
  person: Person
  onClose: () => void
}

/** A dialog about an asked person. It is beside the list, so that it stays when the person is no longer in the list. */
export const PersonDialog = ({ rollCall, kind, person, onClose }: Props) => (
  <Suspense>
    {kind === 'history' && (
      <HistoryDialog rollCallId={rollCall.id} personId={person.id} questions={rollCall.questions} onClose={onClose} />
    )}
    {kind === 'proxy' && <ProxyDialog rollCall={rollCall} person={person} onClose={onClose} />}
    {kind === 'link' && <LinkDialog rollCallId={rollCall.id} person={person} onClose={onClose} />}
  </Suspense>
)
