import { Button } from '@mantine/core'
import { IconUserExclamation } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'

const RaiseForDialog = lazy(() => import('./raise-for-dialog.tsx').then(({ RaiseForDialog: dialog }) => ({ default: dialog })))

/** Opens the dialog of an SOS for another person. @param person absent: the user chooses the person in the dialog */
export function RaiseForButton({ person }: { person?: Person | undefined }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserExclamation size={20} stroke={1.75} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {text(person ? 'alerts.forOther.short' : 'alerts.forOther')}
      </Button>
      <Suspense>{isOpen && <RaiseForDialog person={person} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
