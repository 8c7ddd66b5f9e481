import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { JMA_FEEDS, NOTICE_CHANNELS, type NoticeChannel, NoticeSourceForm } from '@noroshi/contract/notices/notices.http'
import { formRules, submitCallbacks } from '../../../platform/forms/form-rules.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { areasError, areasIn } from './areas-text.ts'
import { useCreateNoticeSource } from './notices-admin.queries.ts'

interface Values {
  name: string
  channel: NoticeChannel
  address: string
  areas: string
}

const empty: Values = { name: '', channel: 'file', address: '', areas: '' }
const bodyOf = ({ areas, ...values }: Values) => ({ ...values, areas: areasIn(areas) })
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Adds a source of official notices. */
export function NoticeSourceDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const create = useCreateNoticeSource()
  const form = useForm({ initialValues: empty, ...formRules(NoticeSourceForm, bodyOf) })
  const submit = form.onSubmit((values) => create.mutate(values, submitCallbacks(form, onClose)))
  return (
    <FormDialog
      title={text('noticeSources.create')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('noticeSources.add')}
      isBusy={create.isPending}
      hasUnsaved={form.isDirty()}
    >
      <TextInput
        label={text('admin.name')}
        description={text('noticeSources.nameHint')}
        inputWrapperOrder={ORDER}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ChoiceField
        label={text('noticeSources.channel')}
        data={NOTICE_CHANNELS.map((value) => ({ value, label: text(`noticeSources.channel.${value}`) }))}
        {...form.getInputProps('channel')}
      />
      {form.values.channel === 'address' && (
        <>
          <TextInput
            label={text('noticeSources.address')}
            description={text('noticeSources.addressHint')}
            inputWrapperOrder={ORDER}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.getInputProps('address')}
          />
          <Button variant="default" onClick={() => form.setFieldValue('address', JMA_FEEDS.earthquakes)}>
            {text('noticeSources.jmaQuakes')}
          </Button>
          <Button variant="default" onClick={() => form.setFieldValue('address', JMA_FEEDS.weather)}>
            {text('noticeSources.jmaWeather')}
          </Button>
        </>
      )}
      <TextInput
        label={text('noticeSources.areas')}
        description={text('noticeSources.areasHint')}
        inputWrapperOrder={ORDER}
        {...form.getInputProps('areas')}
        error={areasError(form.errors)}
      />
    </FormDialog>
  )
}
