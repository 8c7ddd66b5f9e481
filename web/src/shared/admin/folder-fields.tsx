import { TextInput } from '@mantine/core'
import { useText } from '../../platform/language/i18n.ts'
import { ChoiceField } from './choice-field.tsx'

interface FolderFieldProps {
  hint: string
  /** The properties of the field in the form. */
  field: object
}

/** The absolute path of a folder of the server. */
export function FolderField({ hint, field }: FolderFieldProps) {
  const text = useText()
  return (
    <TextInput
      label={text('backup.folder')}
      description={hint}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      {...field}
    />
  )
}

interface DiskFieldProps extends FolderFieldProps {
  disks: readonly string[]
  chosen: string
}

/** The labels of the mounted disks. The stored one may not be mounted now. */
export function DiskField({ disks, chosen, hint, field }: DiskFieldProps) {
  const text = useText()
  const labels = disks.includes(chosen) || chosen === '' ? disks : [...disks, chosen]
  return (
    <>
      <ChoiceField
        label={text('backup.disk')}
        description={hint}
        data={[{ value: '', label: '' }, ...labels.map((label) => ({ value: label, label }))]}
        {...field}
      />
      {disks.length === 0 && <p>{text('backup.noDisks')}</p>}
    </>
  )
}
