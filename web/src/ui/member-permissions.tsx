import { Switch } from '@mantine/core'
import { Dialog } from './dialog.tsx'

interface Permission {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

interface Props {
  title: string
  note: string
  permissions: readonly Permission[]
  onClose: () => void
}

/** What a member may do; each switch holds at once. */
export function MemberPermissions({ title, note, permissions, onClose }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <p>{note}</p>
      {permissions.map(({ label, isOn, onChange }) => (
        <Switch key={label} label={label} checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      ))}
    </Dialog>
  )
}
