import { Menu } from '@mantine/core'
import { IconHeartHandshake, IconMap2, IconSpeakerphone, IconUserCheck, IconUsers, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { familyQuery } from '../../features/families/families.queries.ts'
import { expiredOf } from '../../features/needs/board.ts'
import { needsQuery } from '../../features/needs/needs.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { useNow } from '../../platform/use-now.ts'

/** Links to the screens of the community in the menu of signed-in users. */
export function CommunityItems() {
  const text = useText()
  const { data: family } = useQuery(familyQuery)
  const now = useNow()
  const userId = useCurrentUser()?.id
  const { data: needs } = useQuery(needsQuery)
  const expired = expiredOf(needs?.items ?? [], userId, now).length
  const invitations = family?.received.length ?? 0
  return (
    <>
      <Menu.Item component={Link} to={paths.communityMap} leftSection={<IconMap2 size={22} stroke={1.75} />}>
        {text('communityMap.title')}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.rollCalls} leftSection={<IconUserCheck size={22} stroke={1.75} />}>
        {text('rollCalls.title')}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.family} leftSection={<IconUsers size={22} stroke={1.75} />}>
        {invitations === 0 ? text('family.title') : text('family.menu', { count: invitations })}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.personSearch} leftSection={<IconUserSearch size={22} stroke={1.75} />}>
        {text('personSearch.title')}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.needs} leftSection={<IconHeartHandshake size={22} stroke={1.75} />}>
        {expired === 0 ? text('needs.title') : text('needs.menu', { count: expired })}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.notices} leftSection={<IconSpeakerphone size={22} stroke={1.75} />}>
        {text('notices.title')}
      </Menu.Item>
    </>
  )
}
