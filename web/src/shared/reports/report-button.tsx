import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { ownReportsQuery } from './reports.queries.ts'

const ReportDialog = lazy(() => import('./report-dialog.tsx').then(({ ReportDialog: dialog }) => ({ default: dialog })))

/** Reports a person to the administrators, unless the user has done it. */
export function ReportButton({ userId }: { userId: string }) {
  const text = useText()
  const isReported = useQuery(ownReportsQuery).data?.userIds.includes(userId) ?? false
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFlag size={20} stroke={2} aria-hidden="true" />}
        disabled={isReported}
        onClick={() => setOpen(true)}
      >
        {text(isReported ? 'reports.reported' : 'reports.report')}
      </Button>
      <Suspense>{isOpen && <ReportDialog target={{ kind: 'person', id: userId }} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
