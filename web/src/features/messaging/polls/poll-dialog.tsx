import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { QUOTE_MAX } from '@noroshi/contract/limits'
import { type NewPoll, POLL_OPTION_MAX, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '@noroshi/contract/messaging/polls'
import { cutText } from '@noroshi/contract/text/graphemes'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { isComposing } from '../../../ui/forms/ime.ts'
import { errorsOfPoll, pollOf, type PollValues } from './poll-form.ts'
import css from './poll.module.css'

interface Props {
  /** The text of the composer. */
  question: string
  onSend: (question: string, poll: NewPoll) => void
  onClose: () => void
}

/** The form of a poll: its question, which a quote shows completely, its options and its end. */
export function PollDialog({ question, onSend, onClose }: Props) {
  const text = useText()
  const form = useForm<PollValues, ReturnType<typeof pollOf>>({
    initialValues: { question: cutText(question.trim(), QUOTE_MAX), options: ['', ''], isMultiple: false, closesAt: '' },
    validate: (values) => errorsOfPoll(values, serverNow()),
    transformValues: pollOf,
  })
  const { options } = form.values
  const submit = form.onSubmit((sent) => onSend(sent.question, sent.poll))
  return (
    <FormDialog
      title={text('messages.attach.poll')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('messages.poll.create')}
      isBusy={false}
      hasUnsaved={form.isDirty()}
    >
      <TextInput
        {...form.getInputProps('question')}
        label={text('messages.poll.question')}
        placeholder={text('messages.poll.questionHint')}
        maxLength={QUOTE_MAX}
        required
        data-autofocus
        autoComplete="off"
      />
      <OptionFields
        options={options}
        propsOf={(index) => form.getInputProps(`options.${index}`)}
        onAdd={() => form.insertListItem('options', '')}
        onRemove={(index) => form.removeListItem('options', index)}
      />
      <Checkbox {...form.getInputProps('isMultiple', { type: 'checkbox' })} label={text('messages.poll.multiple')} />
      <TextInput {...form.getInputProps('closesAt')} type="datetime-local" label={text('messages.poll.closesAt')} />
    </FormDialog>
  )
}

interface OptionFieldsProps {
  options: readonly string[]
  propsOf: (index: number) => object
  onAdd: () => void
  onRemove: (index: number) => void
}

function OptionFields({ options, propsOf, onAdd, onRemove }: OptionFieldsProps) {
  const text = useText()
  const fields = useRef<HTMLFieldSetElement>(null)
  const count = useRef(options.length)
  const inputs = () => [...(fields.current?.querySelectorAll('input') ?? [])]
  const mayAdd = options.length < POLL_OPTIONS_MAX
  // The field of an added option takes the focus, and the last field after a removal.
  useEffect(() => {
    if (options.length !== count.current) inputs().at(-1)?.focus()
    count.current = options.length
  }, [options.length])
  /** Enter leads to the next option instead of sending an incomplete poll. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    const next = inputs()[index + 1]
    if (next) next.focus()
    else if (mayAdd && options[index]?.trim() !== '') onAdd()
  }
  return (
    <fieldset ref={fields} className={css.fieldset}>
      <legend>{text('messages.poll.options')}</legend>
      {options.map((_, index) => (
        // The index is the key: the fields are controlled, and an option has no other identity.
        <div key={index} className={css.field}>
          <TextInput
            {...propsOf(index)}
            aria-label={text('messages.poll.option', { number: index + 1 })}
            placeholder={text('messages.poll.option', { number: index + 1 })}
            maxLength={POLL_OPTION_MAX}
            autoComplete="off"
            enterKeyHint="next"
            onKeyDown={(event) => onKeyDown(event, index)}
          />
          {options.length > POLL_OPTIONS_MIN && (
            <ActionIcon aria-label={text('messages.poll.removeOption', { number: index + 1 })} onClick={() => onRemove(index)}>
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {mayAdd && (
        <Button variant="default" leftSection={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={onAdd}>
          {text('messages.poll.addOption')}
        </Button>
      )}
    </fieldset>
  )
}
