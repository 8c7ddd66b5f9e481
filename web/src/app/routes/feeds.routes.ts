import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { withIds } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

const feeds = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.feeds,
  component: screen(() => import('../../screens/feeds/feeds.tsx'), 'FeedsScreen'),
})
/** The posts stay mounted while the user changes the opened comments. */
const feed = createRoute({
  getParentRoute: () => navigationLayout,
  id: 'feed',
  component: screen(() => import('../../screens/feeds/feed-layout.tsx'), 'FeedLayout'),
})
const feedPages = [
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.feedPosts),
    component: screen(() => import('../../screens/feeds/feed-index.tsx'), 'FeedIndex'),
  }),
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.postComments),
    component: screen(() => import('../../screens/feeds/feed-comments.tsx'), 'FeedComments'),
  }),
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.feedMap),
    component: screen(() => import('../../screens/feeds/feed-map.tsx'), 'FeedMap'),
  }),
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.feedMembers),
    component: screen(() => import('../../screens/feeds/feed-members.tsx'), 'FeedMembersScreen'),
  }),
] as const

export const feedScreens = [feeds, feed.addChildren(feedPages)] as const
