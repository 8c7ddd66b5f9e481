import { Switch } from '@mantine/core'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface Permission {
  readonly label: string
  readonly isOn: boolean
  /** The user may not grant it. */
  readonly isLocked: boolean
  readonly onChange: (isOn: boolean) => void
}

interface Props {
  title: string
  note: string
  permissions: readonly Permission[]
  onClose: () => void
}

/** The permissions of a member. Each switch takes effect at once. */
export function MemberPermissions({ title, note, permissions, onClose }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p>{note}</p>
      {permissions.map(({ label, isOn, isLocked, onChange }) => (
        <Switch
          key={label}
          label={label}
          checked={isOn}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      ))}
    </Dialog>
  )
}
