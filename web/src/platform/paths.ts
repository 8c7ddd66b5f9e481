/** Every page of the product once: its pattern for the router, and its address for a link. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  me: '/user/me',
  profile: '/user/$userId/profile',
  messages: '/messages',
  thread: '/messages/$messageThreadId',
  threadMembers: '/messages/$messageThreadId/members',
  feeds: '/feeds',
  feedPosts: '/feed/$feedId/posts',
  feedMap: '/feed/$feedId/posts/map',
  feedMembers: '/feed/$feedId/members',
  postComments: '/feed/$feedId/posts/$postId/comments',
  pages: '/pages',
  page: '/pages/$pageId',
  pageContent: '/pages/$pageId/content',
  pageDraftRequest: '/pages/$pageId/draft-request',
  pageMembers: '/page/$pageId/members',
  alerts: '/alerts',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminAlertGroups: '/admin/alert-groups',
  adminDashboard: '/admin/dashboard',
  adminLacs: '/admin/lacs',
  adminSettings: '/admin/settings',
  adminAudit: '/admin/audit',
  alert: '/alerts/$alertId/messages/$messageThreadId',
} as const

export const alertHref = (alertId: string, messageThreadId: string) => `/alerts/${alertId}/messages/${messageThreadId}`

export const profileHref = (userId: string) => `/user/${userId}/profile`

export const postHref = (feedId: string, postId: string) => `/feed/${feedId}/posts/${postId}/comments`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Any path that ends in comments leads to those of a post (specification, section 2): the last two ids in it are feed and post. */
export function commentsIn(path: string): { feedId: string; postId: string } | null {
  const parts = path.split('/').filter((part) => part !== '')
  const [feedId, postId] = parts.filter((part) => uuid.test(part)).slice(-2)
  return parts.at(-1) === 'comments' && feedId !== undefined && postId !== undefined ? { feedId, postId } : null
}
