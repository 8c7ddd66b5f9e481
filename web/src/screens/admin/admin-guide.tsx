import { InvitationDialog } from '../../features/accounts/admin/invitation-dialog.tsx'
import { DrillDialog } from '../../features/devices/components/drill-dialog.tsx'
import { Guide, type StepDialogs } from '../../features/setup/guide.tsx'

const dialogs: StepDialogs = {
  invitation: (close) => <InvitationDialog onClose={close} />,
  drill: (close) => <DrillDialog preselectsEveryone onClose={close} />,
}

export function AdminGuide() {
  return <Guide dialogs={dialogs} />
}
