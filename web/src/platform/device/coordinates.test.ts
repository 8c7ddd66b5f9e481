import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import { FeedForm } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { coordinatesOf, coordinatesOfSos } from './coordinates.ts'

const ID = '01990001-0000-7000-8000-000000000001'
const sendai = { latitude: 38.2682, longitude: 140.8694 }

test('a known location is text in a request, and an unknown one is absent', () => {
  expect(coordinatesOf(sendai)).toEqual({ latitude: '38.2682', longitude: '140.8694' })
  expect(coordinatesOf({ latitude: 0, longitude: -0.5 })).toEqual({ latitude: '0', longitude: '-0.5' })
  for (const unknown of [null, undefined]) expect(Object.keys(coordinatesOf(unknown))).toEqual([])
})

test('an SOS contains its coordinates as text or null', () => {
  expect(coordinatesOfSos(sendai)).toEqual({ latitude: '38.2682', longitude: '140.8694' })
  expect(coordinatesOfSos({ latitude: null, longitude: null })).toEqual({ latitude: null, longitude: null })
})

const target = { EntityId: ID, entityType: 'post' as const }
const bodies = {
  'a like': [likeRoutes.like.body, target],
  'a comment': [commentRoutes.create.form, { ...target, description: 'Thanks' }],
  'a post': [postRoutes.create.form, { textContent: 'All quiet' }],
  'a feed': [FeedForm, { name: 'Market' }],
  'a message with files': [messageRoutes.upload.form, { messageThreadId: ID }],
  'an acceptance': [threadRoutes.accept.body, { hasAccepted: true }],
  'a resolution': [alertRoutes.resolve.body, { AlertId: ID }],
  'information on an alert': [alertRoutes.upload.form, { alertId: ID }],
  'an SOS': [alertRoutes.raise.body, {}],
} as const

test.each(Object.entries(bodies))('%s is parsed with and without the coordinates of a request', (_name, [schema, rest]) => {
  expect(schema.parse({ ...rest, ...coordinatesOf(sendai) })).toMatchObject(sendai)
  expect(schema.parse({ ...rest, ...coordinatesOf(null) })).toMatchObject({ latitude: null, longitude: null })
})
