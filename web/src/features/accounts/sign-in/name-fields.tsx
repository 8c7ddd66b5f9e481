import { TextInput, type TextInputProps } from '@mantine/core'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import css from './auth-form.module.css'

interface Props {
  firstName: TextInputProps
  lastName: TextInputProps
  isLastNameOptional?: boolean
}

/** The two fields of a name in the order of the language: the family name is first in Japanese. */
export function NameFields({ firstName, lastName, isLastNameOptional = false }: Props) {
  const text = useText()
  const isFamilyFirst = useLanguage() === 'ja'
  const lastLabel = text('accounts.lastName')
  const first = <TextInput key="first" label={text('accounts.firstName')} autoComplete="given-name" required {...firstName} />
  const last = (
    <TextInput
      key="last"
      label={isLastNameOptional ? text('accounts.optional', { field: lastLabel }) : lastLabel}
      autoComplete="family-name"
      required={!isLastNameOptional}
      {...lastName}
    />
  )
  return <div className={css.names}>{isFamilyFirst ? [last, first] : [first, last]}</div>
}
