import { ActionIcon } from '@mantine/core'
import { IconMap2, IconNews } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'

/**
 * Links from a feed's posts to their map, and from its other pages back to the posts (specification, section 2:
 * navigation chrome).
 */
export function FeedButton({ feedId, leadsTo }: { feedId: string; leadsTo: 'posts' | 'map' }) {
  const text = useText()
  const isMap = leadsTo === 'map'
  const Icon = isMap ? IconMap2 : IconNews
  return (
    <ActionIcon
      renderRoot={(props) => <Link {...props} to={isMap ? paths.feedMap : paths.feedPosts} params={{ feedId }} />}
      aria-label={text(isMap ? 'posts.map' : 'feeds.toPosts')}
    >
      <Icon size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
