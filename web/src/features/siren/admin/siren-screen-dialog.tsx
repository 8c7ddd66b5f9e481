import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SirenScreenForm } from '@noroshi/contract/siren/siren-screens.http'
import { SIREN_CODE_HOURS } from '@noroshi/contract/limits'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import fieldsCss from '../../../ui/forms/form.module.css'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { alertGroupsQuery } from '../../../shared/admin/alert-groups.queries.ts'
import { linkForOthers, type OwnLink } from '../../../shared/admin/link-for-others.ts'
import { groupName } from '../../../shared/admin/people.ts'
import { useCreateSirenScreen } from './siren-screens.queries.ts'
import css from './siren-screen-dialog.module.css'

const empty: { name: string; groupIds: string[] } = { name: '', groupIds: [] }

/** Adds a siren screen and shows its code once. */
export function SirenScreenDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const create = useCreateSirenScreen()
  const form = useForm({ initialValues: empty, ...formRules(SirenScreenForm) })
  const submit = form.onSubmit((values) => create.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }))
  if (create.data) return <CodeDialog code={create.data.code} ownLink={create.data} onClose={onClose} />
  return (
    <FormDialog
      title={text('sirenScreens.create')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('sirenScreens.make')}
      isBusy={create.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput
        label={text('sirenScreens.name')}
        description={text('sirenScreens.nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Groups {...form.getInputProps('groupIds')} />
    </FormDialog>
  )
}

/** The selection of alert groups. Mantine passes the props of a field. */
function Groups(props: { value?: string[]; onChange?: (value: string[]) => void; error?: ReactNode }) {
  const text = useText()
  const { data, error, refetch } = useQuery(alertGroupsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alertGroups.loadFailed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  return (
    <Checkbox.Group label={text('sirenScreens.groups')} description={text('sirenScreens.groupsHint')} required {...props}>
      <div className={css.groups}>
        {data.items.map((group) => (
          <Checkbox key={group.id} value={group.id} label={groupName(group, text)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function CodeDialog({ code, ownLink, onClose }: { code: string; ownLink: OwnLink; onClose: () => void }) {
  const text = useText()
  const address = new URL(linkForOthers(ownLink, window.location.href).url)
  const shown = `${address.host}${paths.siren}`
  return (
    <Dialog isOpen onClose={onClose} title={text('sirenScreens.create')}>
      <div className={fieldsCss.fields}>
        <p>{text('sirenScreens.codeNote', { address: shown, hours: SIREN_CODE_HOURS })}</p>
        <p className={css.code} translate="no">
          {code}
        </p>
        <div className={css.qr}>
          <QrCode address={address.href} label={text('sirenScreens.qr')} />
        </div>
        <p>{text('sirenScreens.codeOnce')}</p>
        <Button variant="default" onClick={onClose}>
          {text('chrome.close')}
        </Button>
      </div>
    </Dialog>
  )
}
