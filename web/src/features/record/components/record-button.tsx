import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'

const RecordDialog = lazy(() => import('./record-dialog.tsx').then(({ RecordDialog: dialog }) => ({ default: dialog })))

/** Opens the record of an alert. */
export function RecordButton({ alertId }: { alertId: string }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {text('record.title')}
      </Button>
      <Suspense>{isOpen && <RecordDialog alertId={alertId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
