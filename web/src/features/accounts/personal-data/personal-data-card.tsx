import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import css from '../components/profile.module.css'

const ExportDialog = lazy(() => import('./export-dialog.tsx').then(({ ExportDialog }) => ({ default: ExportDialog })))
const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then(({ DeleteAccountDialog }) => ({ default: DeleteAccountDialog })),
)

/** The download of the user's own data and the deletion of their account. */
export function PersonalDataCard() {
  const text = useText()
  const [dialog, setDialog] = useState<'export' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <Card>
      <h3 className={css.title}>{text('personalData.title')}</h3>
      <div className={css.actions}>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('export')}>
          {text('personalData.download')}
        </Button>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('delete')}>
          {text('personalData.delete')}
        </Button>
      </div>
      <Suspense>
        {dialog === 'export' && <ExportDialog person={null} onClose={close} />}
        {dialog === 'delete' && <DeleteAccountDialog person={null} onClose={close} />}
      </Suspense>
    </Card>
  )
}
