import { Button, PasswordInput, Radio, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import {
  type BackupSettings,
  BackupSettingsForm,
  type BackupState,
  BackupTargetKind,
} from '@noroshi/contract/backups/backups.http'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { fieldErrorsOf, focusFirstError, formRules } from '../../platform/forms/form-rules.ts'
import { useText } from '../../platform/language/i18n.ts'
import admin from '../../shared/admin/admin.module.css'
import { DiskField, FolderField } from '../../shared/admin/folder-fields.tsx'
import choices from '../../ui/forms/form.module.css'
import { LeaveGuard } from '../../ui/forms/unsaved-guard.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import css from './backup.module.css'
import { useSaveBackups } from './backups.queries.ts'

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The settings that are offered first. */
const defaults = (): BackupSettings => ({
  isOn: true,
  target: 'folder',
  folder: '',
  disk: '',
  time: '03:00',
  timeZone: ownTimeZone(),
  keep: 14,
  isEncrypted: false,
})

const valuesOf = (settings: BackupSettings) => ({
  ...settings,
  keep: String(settings.keep),
  wasEncrypted: settings.isEncrypted,
  passphrase: '',
})
type Values = ReturnType<typeof valuesOf>

/** Converts the fields to the contract's body. An empty passphrase keeps the one of before. */
function bodyOf({ isEncrypted, wasEncrypted, passphrase, keep, ...rest }: Values) {
  const keepsPassphrase = isEncrypted && wasEncrypted && passphrase === ''
  const changed = keepsPassphrase ? {} : { passphrase: isEncrypted ? passphrase : null }
  return { ...rest, timeZone: ownTimeZone(), keep: parseWhole(keep) ?? Number.NaN, ...changed }
}

/** When and where backups are made. */
export function BackupForm({ state }: { state: BackupState }) {
  const text = useText()
  const save = useSaveBackups()
  const form = useForm({ initialValues: valuesOf(state.settings ?? defaults()), ...formRules(BackupSettingsForm, bodyOf) })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setInitialValues(valuesOf(saved))
        form.setValues(valuesOf(saved))
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    submit(event)
    focusFirstError(event.currentTarget)
  }
  const { isEncrypted, wasEncrypted, target } = form.values
  return (
    <form noValidate className={admin.form} onSubmit={onSubmit}>
      <Switch label={text('backup.isOn')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      <TextInput
        type="time"
        label={text('backup.time')}
        description={text('backup.timeZone', { zone: ownTimeZone() })}
        {...form.getInputProps('time')}
      />
      <Radio.Group label={text('backup.target')} {...form.getInputProps('target')}>
        <div className={choices.choices}>
          {BackupTargetKind.options.map((kind) => (
            <Radio key={kind} value={kind} label={text(`backup.target.${kind}`)} />
          ))}
        </div>
      </Radio.Group>
      {target === 'folder' && <FolderField hint={text('backup.folderHint')} field={form.getInputProps('folder')} />}
      {target === 'disk' && (
        <DiskField
          disks={state.disks}
          chosen={form.values.disk}
          hint={text('backup.diskHint')}
          field={form.getInputProps('disk')}
        />
      )}
      {target === 's3' && (state.hasS3 ? <p>{text('backup.s3Hint')}</p> : <Notice>{text('backup.s3Missing')}</Notice>)}
      <TextInput label={text('backup.keep')} type="number" inputMode="numeric" min={1} {...form.getInputProps('keep')} />
      <div className={choices.choices}>
        <Switch
          label={text('backup.isEncrypted')}
          aria-describedby="backup-encryption-note"
          {...form.getInputProps('isEncrypted', { type: 'checkbox' })}
        />
        <p className={css.note} id="backup-encryption-note">
          {text(isEncrypted ? 'backup.encryptedHint' : 'backup.plainHint')}
        </p>
      </div>
      {isEncrypted && (
        <PasswordInput
          label={text(wasEncrypted ? 'backup.newPassphrase' : 'backup.passphrase')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': text('accounts.showPassword'), tabIndex: 0 }}
          {...form.getInputProps('passphrase')}
        />
      )}
      <LeaveGuard hasUnsaved={form.isDirty()} />
      {save.error && (
        <Notice role="alert">{save.error instanceof ApiError ? save.error.message : text('chrome.noAnswer')}</Notice>
      )}
      <Button type="submit" loading={save.isPending}>
        {text('chrome.save')}
      </Button>
    </form>
  )
}
