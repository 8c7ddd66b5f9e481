import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type DashboardLink,
  type DashboardSection,
  isExternalUrl,
  isInternalPath,
  LinkForm,
} from '@noroshi/contract/dashboard/dashboard.http'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ImageField } from '../../../ui/forms/image-field.tsx'
import { useSaveLink } from '../dashboard.changes.ts'
import { linkFormOf, hasImages, errorsOfLink, linkValuesOf } from '../link-form.ts'
import { IconField } from './icon-field.tsx'

interface Props {
  section: DashboardSection
  /** null: creates a link. */
  link: DashboardLink | null
  onClose: () => void
}

/** The form of a link: text, URL, icon or picture, start and end. */
export function DashboardLinkDialog({ section, link, onClose }: Props) {
  const text = useText()
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const save = useSaveLink(link?.id)
  const imageUrl = link?.previewUrl ?? link?.imageUrl ?? null
  const form = useForm({
    initialValues: linkValuesOf(link),
    validate: (values) => errorsOfLink(section, imageUrl !== null, values),
    transformValues: (values) => ({ form: LinkForm.parse(linkFormOf(section.id, values)), image: values.image }),
  })
  const submit = form.onSubmit((values) => save.mutate(values, submitCallbacks(form, onClose)))
  const { values } = form
  return (
    <FormDialog
      title={text(link ? 'dashboard.linkEdit' : 'dashboard.linkCreate')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput label={text('dashboard.linkText')} required data-autofocus {...form.getInputProps('linkText')} />
      <TextInput
        label={text('dashboard.linkUrl')}
        description={text(hintOf(values.linkUrl.trim()))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.getInputProps('linkUrl')}
      />
      {section.type === 'iconLink' && (
        <IconField
          value={values.iconName}
          onChange={(name) => form.setFieldValue('iconName', name)}
          problem={form.errors['iconName']}
        />
      )}
      {hasImages(section.type) && (
        <ImageField
          label={text('dashboard.linkImage')}
          chooseLabel={text('dashboard.imageChoose')}
          replaceLabel={text('dashboard.imageReplace')}
          removeLabel={text('dashboard.imageRemove')}
          maxMb={maxMb}
          keptUrl={values.removesImage ? null : imageUrl}
          image={values.image}
          onChange={(image) => form.setValues({ image, removesImage: image === null && imageUrl !== null })}
          problem={form.errors['image']}
        />
      )}
      <TextInput
        type="datetime-local"
        label={text('admin.optional', { field: text('dashboard.linkStart') })}
        {...form.getInputProps('start')}
      />
      <TextInput
        type="datetime-local"
        label={text('admin.optional', { field: text('dashboard.linkEnd') })}
        {...form.getInputProps('end')}
      />
    </FormDialog>
  )
}

function hintOf(url: string) {
  if (isExternalUrl(url)) return 'dashboard.linkUrlExternal'
  return isInternalPath(url) ? 'dashboard.linkUrlInternal' : 'dashboard.linkUrlHint'
}
