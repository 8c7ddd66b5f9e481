import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Dependant, OwnDetails } from '@noroshi/contract/reception/people'
import { qrOfPerson } from '@noroshi/contract/reception/person-code'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import css from '../components/reception.module.css'
import { NeedsFields, YearField } from '../components/person-fields.tsx'
import { ownHouseholdQuery } from './household.queries.ts'
import { useRemoveDependant, useSetDetails } from './household.changes.ts'

const DependantDialog = lazy(() => import('./dependant-dialog.tsx').then(({ DependantDialog: dialog }) => ({ default: dialog })))

/** The QR code of the user, what a desk reads of them, and their dependants. */
export function HouseholdCard() {
  const text = useText()
  const { data, error, refetch } = useQuery(ownHouseholdQuery)
  const [isEditing, setEditing] = useState(false)
  const [open, setOpen] = useState<Dependant | 'new' | null>(null)
  const [removed, setRemoved] = useState<Dependant | null>(null)
  const remove = useRemoveDependant()
  if (!data) {
    return (
      <Card className={css.part}>
        <h3>{text('household.title')}</h3>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('household.loadFailed')} />
        ) : (
          <ListSkeleton rows={2} />
        )}
      </Card>
    )
  }
  const { code, details, dependants } = data
  const facts = [
    details.birthYear === null ? '' : String(details.birthYear),
    ...details.needs.map((need) => text(`reception.need.${need}`)),
    details.needsNote,
    details.mayBeFound ? text('reception.mayBeFound') : '',
  ].filter((fact) => fact !== '')
  return (
    <Card className={css.part}>
      <h3>{text('household.title')}</h3>
      <p className={css.quiet}>{text('household.note')}</p>
      <div className={css.qr}>
        <QrCode address={qrOfPerson(code)} label={text('household.qr', { code })} />
        <b translate="no">{code}</b>
      </div>
      <h3>{text('household.details')}</h3>
      <p>{facts.length === 0 ? text('reception.unknown') : facts.join(' · ')}</p>
      <span className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => setEditing(true)}
        >
          {text('household.editDetails')}
        </Button>
      </span>
      <h3>{text('household.dependants')}</h3>
      {dependants.length === 0 && <p className={css.quiet}>{text('household.none')}</p>}
      <ul className={css.rows}>
        {dependants.map((dependant) => (
          <li key={dependant.id}>
            <span className={css.person}>
              <b translate="no">{dependant.name}</b>
              <span className={css.quiet}>
                {[text(`household.kind.${dependant.kind}`), dependant.birthYear ?? ''].filter((fact) => fact !== '').join(' · ')}
              </span>
            </span>
            <span className={css.actions}>
              <ActionIcon aria-label={text('reception.edit', { name: dependant.name })} onClick={() => setOpen(dependant)}>
                <IconPencil size={20} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon aria-label={text('household.remove', { name: dependant.name })} onClick={() => setRemoved(dependant)}>
                <IconTrash size={20} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      <span className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
          onClick={() => setOpen('new')}
        >
          {text('household.add')}
        </Button>
      </span>
      <Suspense>
        {open !== null && <DependantDialog dependant={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      </Suspense>
      {isEditing && <DetailsDialog details={details} onClose={() => setEditing(false)} />}
      {removed && (
        <ConfirmDialog
          isOpen
          onClose={() => setRemoved(null)}
          onConfirm={() => remove.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
          isBusy={remove.isPending}
          title={text('household.removeConfirm', { name: removed.name })}
          confirmLabel={text('chrome.delete')}
        >
          <p>{text('household.removeNote')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function DetailsDialog({ details, onClose }: { details: OwnDetails; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useSetDetails()
  const form = useForm<OwnDetails, OwnDetails>({ initialValues: details, ...formRules(OwnDetails) })
  return (
    <FormDialog
      title={text('household.details')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => mutate(values, submitCallbacks(form, onClose)))}
      isBusy={isPending}
      hasUnsaved={form.isDirty()}
    >
      <YearField
        value={form.values.birthYear}
        error={form.errors['birthYear']}
        onChange={(year) => form.setFieldValue('birthYear', year)}
      />
      <NeedsFields
        needs={form.values.needs}
        note={form.values.needsNote}
        onNeeds={(needs) => form.setFieldValue('needs', needs)}
        onNote={(note) => form.setFieldValue('needsNote', note)}
      />
      <Checkbox label={text('reception.mayBeFound')} {...form.getInputProps('mayBeFound', { type: 'checkbox' })} />
    </FormDialog>
  )
}
