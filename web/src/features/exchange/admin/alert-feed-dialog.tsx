import { Button, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import type { z } from 'zod'
import { AlertFeedForm } from '@noroshi/contract/exchange/alert-feeds.http'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { AlertGroupField } from '../../../shared/admin/alert-group-field.tsx'
import { linkForOthers, type OwnLink } from '../../../shared/admin/link-for-others.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { copyField } from '../../../ui/forms/copy-field.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import fieldsCss from '../../../ui/forms/form.module.css'
import { Notice } from '../../../ui/states/notice.tsx'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { useCreateAlertFeed } from './alert-feeds.queries.ts'

const empty: z.input<typeof AlertFeedForm> & { groupIds: string[] | null } = {
  name: '',
  recipient: '',
  isTest: true,
  includesNames: false,
  includesTexts: false,
  includesLocations: false,
  includesDrills: false,
  groupIds: null,
}

/** Adds a feed of alerts and shows its addresses once. */
export function AlertFeedDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const create = useCreateAlertFeed()
  const form = useForm({ initialValues: empty, ...formRules(AlertFeedForm) })
  const submit = form.onSubmit((values) => create.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }))
  if (create.data) return <AddressDialog recipient={create.data.recipient} ownLink={create.data} onClose={onClose} />
  const below = {
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  }
  return (
    <FormDialog
      title={text('exchange.createFeed')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('exchange.addFeed')}
      isBusy={create.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput
        label={text('admin.name')}
        description={text('exchange.nameHint')}
        {...below}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={text('exchange.recipient')}
        description={text('exchange.recipientHint')}
        {...below}
        required
        {...form.getInputProps('recipient')}
      />
      <p>{text('exchange.always')}</p>
      <Switch
        label={text('exchange.restrict')}
        description={text('exchange.restrictHint')}
        checked={form.values.groupIds !== null}
        onChange={({ currentTarget: { checked } }) => form.setFieldValue('groupIds', checked ? [] : null)}
      />
      {form.values.groupIds !== null && <AlertGroupField label={text('exchange.groups')} {...form.getInputProps('groupIds')} />}
      <Switch
        label={text('exchange.names')}
        description={text('exchange.namesHint')}
        {...form.getInputProps('includesNames', { type: 'checkbox' })}
      />
      <Switch label={text('exchange.texts')} {...form.getInputProps('includesTexts', { type: 'checkbox' })} />
      <Switch label={text('exchange.locations')} {...form.getInputProps('includesLocations', { type: 'checkbox' })} />
      <Switch label={text('exchange.drills')} {...form.getInputProps('includesDrills', { type: 'checkbox' })} />
      <Switch
        label={text('exchange.isTest')}
        description={text('exchange.isTestHint')}
        {...form.getInputProps('isTest', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

interface AddressDialogProps {
  recipient: string
  ownLink: OwnLink
  onClose: () => void
}

function AddressDialog({ recipient, ownLink, onClose }: AddressDialogProps) {
  const text = useText()
  const { url, isReachable } = linkForOthers(ownLink, window.location.href)
  return (
    <Dialog isOpen onClose={onClose} title={text('exchange.createFeed')}>
      <div className={fieldsCss.fields}>
        <p>{text('exchange.addressNote', { recipient })}</p>
        {!isReachable && <Notice>{text('admin.linkUnreachable')}</Notice>}
        <AddressField label={text('exchange.cap')} address={`${url}cap.atom`} />
        <AddressField label={text('exchange.geojson')} address={`${url}alerts.geojson`} />
        <p>{text('exchange.addressOnce')}</p>
        <Button variant="default" onClick={onClose}>
          {text('chrome.close')}
        </Button>
      </div>
    </Dialog>
  )
}

function AddressField({ label, address }: { label: string; address: string }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const onCopy = async () => {
    if (field.current && (await copyField(field.current))) toastSuccess('admin.copied')
    else toastWarning('admin.copyFailed')
  }
  return (
    <>
      <TextInput
        ref={field}
        label={label}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        translate="no"
      />
      <Button
        variant="default"
        leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => void onCopy()}
      >
        {text('exchange.copyOf', { name: label })}
      </Button>
    </>
  )
}
