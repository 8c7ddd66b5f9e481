import { Backups } from '../../features/backups/backups.tsx'

export function AdminBackup() {
  return <Backups />
}
