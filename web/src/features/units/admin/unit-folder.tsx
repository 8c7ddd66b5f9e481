import { Button, Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { UnitFolderForm, UnitFolderKind, type UnitFolderState } from '@noroshi/contract/units/unit-folder.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { listText } from '../../../platform/language/list-text.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import css from '../../../shared/admin/admin.module.css'
import { DiskField, FolderField } from '../../../shared/admin/folder-fields.tsx'
import choices from '../../../ui/forms/form.module.css'
import { LeaveGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import own from './units.module.css'
import { useSaveFolder } from './units.queries.ts'

/** The folder of the server in which files are exchanged with other units. */
export function UnitFolder({ folder }: { folder: UnitFolderState }) {
  const text = useText()
  return (
    <section className={css.part} aria-labelledby="unit-folder">
      <div className={css.head}>
        <h2 id="unit-folder">{text('units.folder')}</h2>
      </div>
      <div className={own.body}>
        <p>{text('units.folderNote')}</p>
        {folder.settings.target !== 'off' && <Results folder={folder} />}
      </div>
      <FolderForm folder={folder} />
    </section>
  )
}

function Results({ folder: { readAt, writtenAt, problem, detail, refused, unread } }: { folder: UnitFolderState }) {
  const text = useText()
  const language = useLanguage()
  return (
    <>
      {problem !== null && <Notice role="status">{text(`error.units.${problem}`, { detail: detail ?? '' })}</Notice>}
      {refused.length > 0 && <Notice role="status">{text('units.folderRefused', { names: listText(refused, language) })}</Notice>}
      {unread > 0 && <Notice role="status">{text('units.folderUnread', { count: unread })}</Notice>}
      <p>
        {readAt === null ? text('units.folderNeverRead') : text('units.folderRead', { time: fullDateTime(readAt, language) })}
        <br />
        {writtenAt === null
          ? text('units.folderNeverWritten')
          : text('units.folderWritten', { time: fullDateTime(writtenAt, language) })}
      </p>
    </>
  )
}

function FolderForm({ folder: { settings, disks } }: { folder: UnitFolderState }) {
  const text = useText()
  const save = useSaveFolder()
  const form = useForm({ initialValues: settings, ...formRules(UnitFolderForm) })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => form.resetDirty(),
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  const { target, disk } = form.values
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <Radio.Group label={text('units.folderTarget')} {...form.getInputProps('target')}>
        <div className={choices.choices}>
          {UnitFolderKind.options.map((kind) => (
            <Radio key={kind} value={kind} label={text(`units.folderTarget.${kind}`)} />
          ))}
        </div>
      </Radio.Group>
      {target === 'folder' && <FolderField hint={text('units.folderHint')} field={form.getInputProps('folder')} />}
      {target === 'disk' && (
        <DiskField disks={disks} chosen={disk} hint={text('units.diskHint')} field={form.getInputProps('disk')} />
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
