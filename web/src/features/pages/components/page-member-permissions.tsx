import { Switch } from '@mantine/core'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useChangePageMember } from '../pages.changes.ts'
import { pageMemberFlags } from './page-member-flags.ts'

/** What a member may do; each switch holds at once. */
export function PageMemberPermissions({ member, onClose }: { member: PageMember; onClose: () => void }) {
  const text = useText()
  const { mutate } = useChangePageMember(member.PageId)
  return (
    <Dialog isOpen onClose={onClose} title={text('pages.permissionsOf', { name: member.user.fullName })}>
      <p>{text('pages.permissionsNote')}</p>
      {pageMemberFlags.map((flag) => (
        <Switch
          key={flag}
          label={text(`pages.${flag}`)}
          checked={member[flag]}
          onChange={({ currentTarget }) => mutate({ memberId: member.id, flags: { [flag]: currentTarget.checked } })}
        />
      ))}
    </Dialog>
  )
}
