import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { Place } from '@noroshi/contract/places/places.http'
import { ANSWER_TEXT_MAX, type RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import type { DetailValues } from '../detail-values.ts'
import { isReply } from '../reply-values.ts'

interface Props {
  questions: readonly RollCallQuestion[]
  values: DetailValues
  /** The places that the person may choose. */
  places: readonly Place[]
  /** null: the answer is without a location. */
  location: { readonly isSent: boolean; readonly onChange: (isSent: boolean) => void } | null
  onChange: (values: DetailValues) => void
}

const TEXTS = ['note', 'place', 'companions', 'stayingAt'] as const

/** The fields of the details of an answer, and the own questions of the asker. */
export function DetailsFields({ questions, values, places, location, onChange }: Props) {
  const text = useText()
  const setReply = (index: number, value: string) => onChange({ ...values, replies: values.replies.with(index, value) })
  return (
    <>
      {questions.map((question, index) => (
        <ReplyField
          key={index}
          question={question}
          value={values.replies[index] ?? ''}
          onChange={(value) => setReply(index, value)}
        />
      ))}
      {TEXTS.map((name) => (
        <Textarea
          key={name}
          label={text(`rollCalls.${name}`)}
          maxLength={ANSWER_TEXT_MAX}
          autosize
          minRows={1}
          value={values[name]}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, [name]: value })}
        />
      ))}
      {places.length > 0 && (
        <ChoiceField
          label={text('rollCalls.chosenPlace')}
          data={[{ value: '', label: text('rollCalls.noPlace') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
          value={values.placeId}
          onChange={({ currentTarget }) => onChange({ ...values, placeId: currentTarget.value })}
        />
      )}
      {location && (
        <Checkbox
          label={text('rollCalls.sendLocation')}
          description={text('rollCalls.locationHint')}
          checked={location.isSent}
          onChange={({ currentTarget }) => location.onChange(currentTarget.checked)}
        />
      )}
    </>
  )
}

interface ReplyProps {
  question: RollCallQuestion
  value: string
  onChange: (value: string) => void
}

function ReplyField({ question, value, onChange }: ReplyProps) {
  const text = useText()
  if (question.kind === 'choice') {
    return (
      <ChoiceField
        label={question.text}
        data={[
          { value: '', label: text('rollCalls.noReply') },
          ...question.options.map((option) => ({ value: option, label: option })),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={question.text}
      maxLength={ANSWER_TEXT_MAX}
      {...(question.kind === 'number' && { inputMode: 'decimal' })}
      error={isReply(question, value) ? undefined : text('rollCalls.numberInvalid')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
