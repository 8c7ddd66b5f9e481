import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { doneCountOf, nextStepOf, useChangeSetup, useOpenGuide } from './setup.queries.ts'
import css from './setup.module.css'

/** The card of home that leads to the next step of the guide, until all are done or an administrator hides it. */
export function SetupCard() {
  const text = useText()
  const guide = useOpenGuide()
  const { mutate, isPending } = useChangeSetup()
  const [isAsking, setAsking] = useState(false)
  const next = guide && nextStepOf(guide)
  if (guide === undefined || next === undefined) return null
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <h2>{text('setup.title')}</h2>
        <span>{text('setup.progress', { done: doneCountOf(guide), count: guide.steps.length })}</span>
      </div>
      <p className={css.next}>{text('setup.next', { step: text(`setup.${next}`) })}</p>
      <div className={css.actions}>
        <Button component={Link} to={paths.adminGuide} hash={next}>
          {text('setup.continue')}
        </Button>
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {text('setup.dismiss')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate({ isDismissed: true })}
        title={text('setup.dismissConfirm')}
        confirmLabel={text('setup.dismiss')}
        isBusy={isPending}
      >
        <p>{text('setup.dismissNote')}</p>
      </ConfirmDialog>
    </Card>
  )
}
