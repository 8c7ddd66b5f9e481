import { Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { PAGE_TITLE_MAX } from '@noroshi/contract/limits'
import { type PageCard, PageForm } from '@noroshi/contract/pages/pages.http'
import { fieldErrorsOf, formRules } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { newId } from '../../../platform/ids.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useSavePage } from '../pages.changes.ts'

interface Props {
  /** null creates a new page. */
  page: PageCard | null
  onClose: () => void
  onSaved?: (id: string) => void
}

/** Creates or renames a page, sets its visibility and whether all units get it. For administrators. */
export function PageDialog({ page, onClose, onSaved }: Props) {
  const text = useText()
  const [clientId] = useState(newId)
  const save = useSavePage(page?.id ?? null, clientId)
  const unit = useUnit()
  const form = useForm({
    initialValues: { title: page?.title ?? '', isPublic: page?.isPublic ?? true, isShared: page?.isShared ?? false },
    ...formRules(PageForm),
    validateInputOnBlur: true,
  })
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onSuccess: ({ id }) => {
        onClose()
        onSaved?.(id)
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  return (
    <FormDialog
      title={text(page ? 'pages.rename' : 'pages.create')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
      {...(!page && { submitLabel: text('pages.create') })}
    >
      <TextInput
        {...form.getInputProps('title')}
        label={text('pages.name')}
        maxLength={PAGE_TITLE_MAX}
        required
        data-autofocus
        autoComplete="off"
      />
      <Switch
        label={text('pages.isPublic')}
        description={text('pages.isPublicNote')}
        {...form.getInputProps('isPublic', { type: 'checkbox' })}
      />
      {(unit?.sharesData === true || page?.isShared === true) && (
        <Switch
          label={text('pages.isShared')}
          description={text('pages.isSharedNote')}
          disabled={page?.isShared === true}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
