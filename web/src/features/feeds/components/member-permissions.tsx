import { Switch } from '@mantine/core'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import { useText } from '../../../platform/i18n.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useChangeFeedMember } from '../feeds.changes.ts'
import { memberFlags } from './member-flags.ts'

/** What a member may do; each switch holds at once. */
export function MemberPermissions({ member, onClose }: { member: FeedMember; onClose: () => void }) {
  const text = useText()
  const { mutate } = useChangeFeedMember(member.FeedId)
  return (
    <Dialog isOpen onClose={onClose} title={text('feeds.permissionsOf', { name: member.user.fullName })}>
      <p>{text('feeds.permissionsNote')}</p>
      {memberFlags.map((flag) => (
        <Switch
          key={flag}
          label={text(`feeds.${flag}`)}
          checked={member[flag]}
          onChange={({ currentTarget }) => mutate({ memberId: member.id, flags: { [flag]: currentTarget.checked } })}
        />
      ))}
    </Dialog>
  )
}
