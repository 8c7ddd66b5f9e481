import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { SirenScreenForm } from '@noroshi/contract/siren/siren-screens.http'
import { SIREN_CODE_HOURS } from '@noroshi/contract/limits'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import fieldsCss from '../../../ui/forms/form.module.css'
import { QrCode } from '../../../ui/media/qr-code.tsx'
import { AlertGroupField } from '../../../shared/admin/alert-group-field.tsx'
import { linkForOthers, type OwnLink } from '../../../shared/admin/link-for-others.ts'
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
      <AlertGroupField
        label={text('sirenScreens.groups')}
        description={text('sirenScreens.groupsHint')}
        {...form.getInputProps('groupIds')}
      />
    </FormDialog>
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
