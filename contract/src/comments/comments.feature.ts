import { defineFeature, described } from '../feature.ts'
import { commentCommands, commentEvents } from './comments.events.ts'
import { commentRoutes } from './comments.http.ts'
import { commentMessages } from './comments.messages.ts'
import { likeRoutes } from './likes.http.ts'

export const comments = defineFeature({
  tag: 'comments',
  about: 'Comments and likes',
  routes: { comments: commentRoutes, likes: likeRoutes },
  events: described(commentEvents, {
    'comment:created': 'A comment was written.',
    'comment:updated': 'A comment was edited.',
    'comment:deleted': 'A comment was deleted.',
    'like:changed': 'A like of a post was added or removed.',
  }),
  commands: described(commentCommands, {
    'comment:join': 'Joins the comments on a post to receive their events.',
    'comment:leave': 'Leaves the comments on a post.',
  }),
  messages: [commentMessages],
})
