import { definePersonalTables } from './personal-table.ts'

const PUBLISHED = 'published for others, by a deleted user'
const OF_COMMUNITY = 'it belongs to the community'

/** Feeds, and what units exchange. */
export const exchangeTables = definePersonalTables({
  feeds: {
    exports: [
      {
        file: 'feeds-created',
        of: 'created_by',
        columns: ['id', 'name', 'description', 'latitude', 'longitude', 'created_at', 'deleted_at'],
      },
    ],
    impersonal: ['scope', 'changed_by'],
    stays: OF_COMMUNITY,
  },
  feed_members: {
    exports: [
      {
        file: 'feeds',
        of: 'user_id',
        columns: ['feed_id', 'can_post', 'can_update', 'can_moderate_posts', 'can_moderate_members', 'created_at'],
      },
    ],
    deletes: 'user_id',
  },
  posts: {
    exports: [
      {
        file: 'posts',
        of: 'created_by',
        by: 'id',
        columns: [
          'id',
          'feed_id',
          'text_content',
          'latitude',
          'longitude',
          'is_approved',
          'review_remarks',
          'created_at',
          'updated_at',
          'deleted_at',
        ],
      },
    ],
    hidden: { reviewed_by: 'an act of a moderator' },
    impersonal: ['changed_by'],
    stays: PUBLISHED,
  },
  comments: {
    exports: [
      {
        file: 'comments',
        of: 'user_id',
        by: 'id',
        columns: ['id', 'post_id', 'description', 'image_file_id', 'created_at', 'updated_at', 'deleted_at'],
      },
    ],
    impersonal: ['changed_by'],
    stays: PUBLISHED,
  },
  likes: {
    exports: [{ file: 'likes', of: 'user_id', by: 'id', columns: ['post_id', 'created_at'] }],
    impersonal: ['changed_by'],
    stays: PUBLISHED,
  },
  sync_self: { impersonal: ['unit_id', 'group_id', 'founder_id'] },
  sync_units: {
    impersonal: ['unit_id', 'name', 'urls', 'paired_url', 'version', 'sign_key', 'box_key', 'digits', 'valid_until', 'known'],
  },
  sync_codes: { impersonal: ['proof_key'] },
  sync_outbox: { impersonal: ['kind', 'key'] },
  sync_segments: {
    hidden: { body: 'copies of what units exchange, which is in the other files', header: 'the numbers of the copies' },
    impersonal: ['lane', 'hash', 'signature'],
    stays: 'posts and comments stay; the name, and what is deleted, is erased in them',
  },
  sync_erasures: { impersonal: ['kind', 'key'] },
  sync_lanes: { impersonal: ['lane', 'hash'] },
  sync_unknown: {
    hidden: { record: 'as sync_segments' },
    impersonal: ['lane', 'state', 'tried_version'],
    stays: 'as sync_segments',
  },
  sync_removed: {
    hidden: { key: 'the post and the user of a removed like; a removed alert' },
    impersonal: ['kind', 'changed_by'],
    stays: 'it keeps removed likes and alerts removed',
  },
  sync_authors: {
    hidden: { user_id: 'the posts, comments, alerts and answers say it' },
    stays: 'it tells the other units the removal of the name',
  },
})
