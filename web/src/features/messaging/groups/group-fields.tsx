import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { z } from 'zod'
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX, GROUP_NAME_MIN } from '@noroshi/contract/limits'
import { GroupForm } from '@noroshi/contract/messaging/group-form'
import { isMessageKey, type Text, text as currentText, useText } from '../../../platform/language/i18n.ts'

const params = { min: GROUP_NAME_MIN, max: GROUP_NAME_MAX }

/** Validates one field with the schema of the contract. Returns the error text or null. */
function problemOf(field: 'name' | 'description', value: string, text: Text): string | null {
  const { error } = GroupForm.shape[field].safeParse(value)
  const key = error?.issues[0]?.message
  return key === undefined
    ? null
    : isMessageKey(key)
      ? text(key, field === 'name' ? params : { max: GROUP_DESCRIPTION_MAX })
      : key
}

export const useGroupForm = (
  initialValues: z.input<typeof GroupForm> & { description: string } = { name: '', description: '' },
) =>
  useForm({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: true,
    transformValues: (values: z.input<typeof GroupForm>) => GroupForm.parse(values),
    validate: {
      name: (value) => problemOf('name', value, currentText),
      description: (value) => problemOf('description', value, currentText),
    },
  })

/** Fields for name and description. Leaving the name field normalizes its capitals. */
export function GroupFields({ form }: { form: ReturnType<typeof useGroupForm> }) {
  const text = useText()
  const name = form.getInputProps('name')
  return (
    <>
      <TextInput
        {...name}
        label={text('messages.group.name')}
        data-autofocus
        required
        autoComplete="off"
        onBlur={() => {
          const parsed = GroupForm.shape.name.safeParse(form.values.name)
          if (parsed.success) form.setFieldValue('name', parsed.data)
          form.validateField('name')
        }}
      />
      <Textarea
        {...form.getInputProps('description')}
        label={text('messages.group.description')}
        placeholder={text('messages.group.descriptionHint')}
        rows={3}
        maxLength={GROUP_DESCRIPTION_MAX}
      />
    </>
  )
}
