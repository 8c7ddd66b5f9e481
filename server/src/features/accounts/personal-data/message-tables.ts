import { definePersonalTables } from './personal-table.ts'

const WITH_MESSAGE = 'the deletion of the message deletes it'
const FOR_OTHERS = 'a part of the chats of others, from a deleted user'
const ENDS_WITH_SESSION = 'it ends some seconds after the last session'

/** Chats, calls and radio. */
export const messageTables = definePersonalTables({
  threads: {
    hidden: { person_low: 'in threads.json', person_high: 'in threads.json' },
    impersonal: ['kind'],
    stays: 'the other person keeps the chat',
  },
  thread_members: {
    exports: [
      {
        file: 'threads',
        of: 'user_id',
        columns: ['thread_id', 'is_admin', 'has_accepted', 'joined_at'],
        extras: {
          kind: 'SELECT kind FROM threads WHERE id = t.thread_id',
          groupName: 'SELECT name FROM thread_groups g WHERE g.thread_id = t.thread_id',
          otherUserId:
            'SELECT NULLIF(COALESCE(NULLIF(person_low, t.user_id), person_high), t.user_id) FROM threads WHERE id = t.thread_id',
        },
      },
    ],
    blanks: { of: 'user_id', values: { has_accepted: 'NULLIF(has_accepted, false)' } },
    stays: 'memberships of personal chats, which the other person keeps; those of groups are deleted',
  },
  alert_channels: { impersonal: ['alert_id', 'thread_id'] },
  thread_groups: {
    exports: [{ file: 'groups-created', of: 'created_by', columns: ['thread_id', 'name', 'description', 'created_at'] }],
    stays: 'the name of a group belongs to its members',
  },
  left_members: {
    exports: [{ file: 'groups-left', of: 'user_id', columns: ['thread_id', 'left_at', 'invited_at', 'declined_at'] }],
    hidden: { invited_by: 'an act of another user' },
    deletes: 'user_id',
    clears: ['invited_by'],
  },
  thread_settings: {
    exports: [
      {
        file: 'thread-settings',
        of: 'user_id',
        columns: ['thread_id', 'is_pinned', 'is_marked_unread', 'muted_until', 'archived_seq'],
      },
    ],
    deletes: 'user_id',
  },
  thread_drafts: {
    exports: [{ file: 'drafts', of: 'user_id', columns: ['thread_id', 'text'] }],
    deletes: 'user_id',
  },
  thread_watermarks: {
    exports: [{ file: 'read-marks', of: 'user_id', columns: ['thread_id', 'message_type', 'delivered_seq', 'seen_seq'] }],
    stays: 'numbers of memberships that stay',
  },
  thread_marks: { impersonal: ['message_type'] },
  thread_listeners: { hidden: { device_id: 'a connected browser that reads aloud' }, deletes: 'user_id' },
  receipts: {
    exports: [{ file: 'receipts', of: 'user_id', columns: ['thread_id', 'message_type', 'delivered_seq', 'seen_seq', 'at'] }],
    deletes: 'user_id',
  },
  messages: {
    exports: [
      {
        file: 'messages',
        of: 'sender_id',
        by: 'id',
        columns: [
          'id',
          'thread_id',
          'message_type',
          'text',
          'transcript',
          'latitude',
          'longitude',
          'mentions',
          'poll',
          'reply_to_id',
          'is_forwarded',
          'created_at',
          'edited_at',
          'deleted_at',
        ],
        extras: {
          earlierTexts: 'SELECT json_agg(v.text ORDER BY v.number) FROM message_versions v WHERE v.message_id = t.id',
        },
      },
    ],
    hidden: {
      deleted_by: 'an act on the message of another user',
      pinned_by: 'an act on the message of another user',
      grams: 'the text, as the search compares it',
    },
    impersonal: ['client_id', 'body_hash', 'files_hash'],
    stays: `${FOR_OTHERS}, unless the user also deletes their messages; alert chats are records`,
  },
  message_versions: { hidden: { text: 'in messages.json' }, elsewhere: WITH_MESSAGE },
  message_reactions: {
    exports: [{ file: 'reactions', of: 'user_id', columns: ['message_id', 'emoji', 'created_at'] }],
    stays: FOR_OTHERS,
  },
  poll_votes: {
    exports: [{ file: 'poll-votes', of: 'user_id', columns: ['message_id', 'option_ids', 'voted_at'] }],
    stays: FOR_OTHERS,
  },
  hidden_messages: {
    exports: [{ file: 'hidden-messages', of: 'user_id', columns: ['message_id', 'hidden_at'] }],
    deletes: 'user_id',
  },
  message_refolding: { impersonal: ['before_id'] },
  reports: {
    exports: [
      {
        file: 'reports',
        of: 'reporter_id',
        by: 'id',
        columns: ['id', 'reported_id', 'message_id', 'reason', 'created_at', 'done_at'],
      },
    ],
    hidden: {
      message: 'a copy of the message of another user',
      note: 'a note of an administrator',
      done_by: 'an act of an administrator',
    },
    stays: 'administrators need it until a year after they closed it; a copied message has its text and no name',
  },
  calls: { hidden: { host_id: 'in calls.json' }, stays: FOR_OTHERS },
  call_people: {
    exports: [
      {
        file: 'calls',
        of: 'user_id',
        columns: ['call_id', 'other_id'],
        extras: {
          startedAt: 'SELECT created_at FROM calls WHERE id = t.call_id',
          endedAt: 'SELECT ended_at FROM calls WHERE id = t.call_id',
          isHost: 'SELECT host_id = t.user_id FROM calls WHERE id = t.call_id',
        },
      },
    ],
    stays: FOR_OTHERS,
  },
  call_sessions: {
    exports: [
      {
        file: 'calls-received',
        of: 'receiver_id',
        columns: ['call_id', 'caller_id', 'created_at', 'joined_at', 'disconnected_at', 'has_missed', 'has_rejected'],
      },
    ],
    stays: FOR_OTHERS,
  },
  call_participants: {
    hidden: { user_id: 'the running call', device_id: 'the running call', endpoint_id: 'the running call' },
    elsewhere: ENDS_WITH_SESSION,
  },
  radio_chats: {
    exports: [{ file: 'radio-chats', of: 'started_by', columns: ['thread_id', 'started_at', 'ended_at'] }],
    hidden: { speaker_id: 'the running radio chat' },
    impersonal: ['endpoint_id', 'language', 'transmission_id'],
    stays: FOR_OTHERS,
  },
  radio_locations: {
    exports: [{ file: 'radio-locations', of: 'user_id', columns: ['thread_id', 'latitude', 'longitude', 'accuracy', 'at'] }],
    deletes: 'user_id',
  },
  radio_members: {
    hidden: { user_id: 'the running radio chat' },
    impersonal: ['endpoint_id', 'socket_id', 'thread_id'],
    elsewhere: ENDS_WITH_SESSION,
  },
  radio_queue: {
    hidden: { user_id: 'the running radio chat' },
    impersonal: ['endpoint_id', 'language', 'radio_chat_id'],
    elsewhere: ENDS_WITH_SESSION,
  },
  radio_recordings: { impersonal: ['language', 'transcription'] },
  audio_streams: { impersonal: ['language'], elsewhere: 'the end of the session deletes it' },
  audio_parts: {
    hidden: { bytes: 'a recording that becomes a message when it ends' },
    impersonal: ['hash'],
    elsewhere: 'the end of the session deletes it',
  },
})
