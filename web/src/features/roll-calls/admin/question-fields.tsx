import { Button, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { QUESTIONS_MAX, type RollCallForm } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { emptyQuestion, type FormValues } from './roll-call-form.ts'
import css from '../components/roll-calls.module.css'

const KINDS = ['choice', 'number', 'text'] as const

/** The questions that the asker adds. */
export function QuestionFields({ form }: { form: UseFormReturnType<FormValues, RollCallForm> }) {
  const text = useText()
  const { questions } = form.values
  return (
    <>
      {questions.map(({ kind }, index) => (
        <fieldset key={index} className={css.question}>
          <legend className="visually-hidden">{text('rollCalls.questionText', { number: index + 1 })}</legend>
          <TextInput
            label={text('rollCalls.questionText', { number: index + 1 })}
            required
            {...form.getInputProps(`questions.${index}.text`)}
          />
          <ChoiceField
            label={text('rollCalls.questionKind')}
            data={KINDS.map((value) => ({ value, label: text(`rollCalls.kind.${value}`) }))}
            {...form.getInputProps(`questions.${index}.kind`)}
          />
          {kind === 'choice' && (
            <Textarea
              label={text('rollCalls.options')}
              autosize
              minRows={2}
              required
              {...form.getInputProps(`questions.${index}.options`)}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => form.removeListItem('questions', index)}
          >
            {text('rollCalls.removeQuestion', { number: index + 1 })}
          </Button>
        </fieldset>
      ))}
      {questions.length < QUESTIONS_MAX && (
        <Button
          variant="default"
          leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
          onClick={() => form.insertListItem('questions', { ...emptyQuestion })}
        >
          {text('rollCalls.addQuestion')}
        </Button>
      )}
    </>
  )
}
