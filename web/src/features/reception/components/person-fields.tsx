import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { type Need, NEEDS, NEEDS_NOTE_MAX, REGISTER_TEXT_MAX, Sex } from '@noroshi/contract/reception/people'
import { parseWhole } from '@noroshi/contract/text/numbers'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../../../ui/forms/form.module.css'

const YEAR_DIGITS = 4

/** The form of a person, whatever else it has. */
interface NameForm {
  readonly getInputProps: (path: 'name' | 'kana') => object
}

/** The name of a person, with kana. */
export function NameFields({ form }: { form: NameForm }) {
  const text = useText()
  return (
    <>
      <TextInput
        label={text('reception.name')}
        required
        maxLength={REGISTER_TEXT_MAX}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={text('reception.kana')}
        maxLength={REGISTER_TEXT_MAX}
        autoComplete="off"
        {...form.getInputProps('kana')}
      />
    </>
  )
}

/** The name of a person, with kana and sex. */
export function PersonFields<Values extends { name: string; kana: string; sex: Sex }>({
  form,
}: {
  form: UseFormReturnType<Values>
}) {
  const text = useText()
  return (
    <>
      <NameFields form={form} />
      <Radio.Group label={text('reception.sex')} {...form.getInputProps('sex')}>
        <div className={css.choices} data-in-line>
          {Sex.options.map((value) => (
            <Radio key={value} value={value} label={text(`reception.sex.${value}`)} />
          ))}
        </div>
      </Radio.Group>
    </>
  )
}

/**
 * The year of birth. An empty field is not known: null. A text that is not a number stays in the field and is NaN, which
 * forms refuse.
 */
export function YearField({
  value,
  error,
  onChange,
}: {
  value: number | null
  error: unknown
  onChange: (year: number | null) => void
}) {
  const text = useText()
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  return (
    <TextInput
      label={text('reception.birthYear')}
      inputMode="numeric"
      maxLength={YEAR_DIGITS}
      autoComplete="off"
      error={typeof error === 'string' ? error : undefined}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(currentTarget.value.trim() === '' ? null : (parseWhole(currentTarget.value) ?? Number.NaN))
      }}
    />
  )
}

interface NeedsProps {
  readonly needs: readonly Need[]
  readonly note: string
  readonly onNeeds: (needs: Need[]) => void
  readonly onNote: (note: string) => void
}

/** The needs of a person. */
export function NeedsFields({ needs, note, onNeeds, onNote }: NeedsProps) {
  const text = useText()
  return (
    <>
      <Checkbox.Group
        label={text('reception.needs')}
        value={[...needs]}
        onChange={(chosen) => onNeeds(NEEDS.filter((need) => chosen.includes(need)))}
      >
        <div className={css.choices} data-in-line>
          {NEEDS.map((need) => (
            <Checkbox key={need} value={need} label={text(`reception.need.${need}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label={text('reception.needsNote')}
        autosize
        minRows={1}
        maxLength={NEEDS_NOTE_MAX}
        value={note}
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
      />
    </>
  )
}
