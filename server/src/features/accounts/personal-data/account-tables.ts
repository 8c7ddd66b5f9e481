import { definePersonalTables } from './personal-table.ts'

const SECRET = 'a secret'
const WITH_SESSION = 'the end of the session deletes it'

/** Users, their sessions and devices, and what only they read. */
export const accountTables = definePersonalTables({
  users: {
    exports: [
      {
        file: 'profile',
        of: 'id',
        columns: [
          'id',
          'email',
          'first_name',
          'last_name',
          'name_reading',
          'gender',
          'phone_number',
          'address_line_one',
          'address_line_two',
          'city',
          'state',
          'postal_area_code',
          'country',
          'avatar_file_id',
          'language',
          'location_sharing',
          'quiet_hours',
          'shares_last_seen',
          'is_admin',
          'has_second_factor',
          'created_at',
          'updated_at',
        ],
      },
    ],
    hidden: { password_hash: SECRET, name_key: 'the name, as the search compares it' },
    impersonal: ['home_unit'],
    blanks: {
      of: 'id',
      values: {
        // The column is unique. `.invalid` is no domain (RFC 2606), and no one signs in with it: the hash is none.
        email: `id || '@deleted.invalid'`,
        password_hash: `'none: deleted'`,
        first_name: `''`,
        // Generated from the name.
        name_key: 'DEFAULT',
        last_name: `''`,
        name_reading: `''`,
        gender: 'NULL',
        phone_number: `''`,
        address_line_one: `''`,
        address_line_two: `''`,
        city: `''`,
        state: `''`,
        postal_area_code: 'NULL',
        country: `''`,
        avatar_file_id: 'NULL',
        language: `'en'`,
        location_sharing: 'NULL',
        quiet_hours: 'NULL',
        shares_last_seen: 'false',
        is_admin: 'false',
        is_active: 'false',
        has_second_factor: 'false',
        has_daily_limit: 'true',
      },
    },
  },
  activity_logs: {
    exports: [{ file: 'activity', of: 'user_id', by: 'id', columns: ['action', 'created_at'] }],
    deletes: 'user_id',
  },
  sessions: {
    exports: [
      {
        file: 'sessions',
        of: 'user_id',
        by: 'id',
        columns: ['id', 'user_agent', 'device_id', 'created_at', 'last_used_at', 'expires_at', 'ended_at'],
      },
    ],
    hidden: { token_hash: SECRET },
    deletes: 'user_id',
  },
  media_grants: { hidden: { cookie_hash: SECRET }, impersonal: ['alert_id'], elsewhere: WITH_SESSION },
  handovers: {
    hidden: { alert_ids: SECRET, unsent_sos: 'on its way to another browser of the user, for ten minutes' },
    impersonal: ['code_hash', 'browser_hash', 'claim_hash', 'language'],
    elsewhere: WITH_SESSION,
  },
  device_reports: {
    hidden: Object.fromEntries(
      ['connection', 'installation', 'notifications', 'sound', 'storage'].map((column) => [
        column,
        'whether the device of a session is ready for alarms, one of a few words',
      ]),
    ),
    elsewhere: WITH_SESSION,
  },
  push_subscriptions: {
    exports: [{ file: 'push-subscriptions', of: 'user_id', by: 'id', columns: ['origin', 'created_at'] }],
    hidden: { endpoint: SECRET, public_key: SECRET, auth_secret: SECRET },
    deletes: 'user_id',
  },
  push_notifications: {
    hidden: { entity_id: 'which alert, call or thread a waiting notification is about' },
    impersonal: ['kind', 'tag'],
    elsewhere: 'the end of the push subscription deletes it',
  },
  alarm_app_devices: {
    exports: [
      {
        file: 'alarm-apps',
        of: 'user_id',
        by: 'id',
        columns: ['created_at', 'is_looping', 'agent', 'protocol', 'last_stream_at'],
      },
    ],
    hidden: { topic_hash: SECRET, test_id: 'the random id of a test alarm' },
    deletes: 'user_id',
  },
  alarm_app_messages: {
    hidden: { entity_id: 'which alert, call or thread a notification is about' },
    impersonal: ['kind', 'tag', 'notice', 'page'],
    elsewhere: 'the end of the alarm app of a session deletes it',
  },
  alarm_app_position: {},
  unified_push_topics: { impersonal: ['topic_hash'], elsewhere: 'the end of the alarm app of a session deletes it' },
  unified_push_messages: {
    hidden: { body: 'an encrypted notification, which only the browser can read' },
    impersonal: ['subject'],
    elsewhere: 'the end of the alarm app of a session deletes it',
  },
  connected_devices: {
    hidden: { device_id: 'the random id of a connected browser', user_id: 'which browsers are connected now' },
    impersonal: ['process_id'],
    deletes: 'user_id',
  },
  password_resets: { hidden: { token_hash: SECRET, user_id: SECRET }, deletes: 'user_id' },
  email_changes: {
    exports: [{ file: 'email-changes', of: 'user_id', columns: ['email', 'expires_at'] }],
    hidden: { token_hash: SECRET },
    deletes: 'user_id',
  },
  second_factors: { hidden: { secret: SECRET, user_id: SECRET }, deletes: 'user_id' },
  recovery_codes: { hidden: { code_hash: SECRET, user_id: SECRET }, deletes: 'user_id' },
  account_exports: {
    hidden: { token_hash: SECRET, user_id: SECRET, created_by: 'who created a link that is valid for ten minutes' },
    deletes: 'user_id',
  },
  account_deletions: {
    hidden: { user_id: 'there is none before the deletion' },
    elsewhere: 'the deletion deletes it at its end',
  },
  client_commands: {
    hidden: { scope_id: 'ids and hashes of requests of the last seven days', result_id: 'as scope_id' },
    impersonal: ['name', 'client_id', 'body_hash'],
    deletes: 'scope_id',
  },
  user_usage: {
    exports: [{ file: 'daily-usage', of: 'user_id', columns: ['day', 'kind', 'texts', 'text_bytes', 'file_bytes'] }],
    deletes: 'user_id',
  },
  rate_limits: { impersonal: ['key'] },
  user_positions: {
    exports: [{ file: 'locations', of: 'user_id', columns: ['latitude', 'longitude', 'accuracy', 'at'] }],
    deletes: 'user_id',
  },
  responder_locations: {
    exports: [{ file: 'locations-for-alerts', of: 'user_id', columns: ['alert_id', 'latitude', 'longitude', 'accuracy', 'at'] }],
    hidden: { device_id: 'the random id of the browser whose location is shared' },
    deletes: 'user_id',
  },
  last_alarms: {
    exports: [
      {
        file: 'last-alarm',
        of: 'user_id',
        columns: ['alert_id', 'alarmed_at', 'delivered_at', 'ended_early_at', 'is_drill'],
      },
    ],
    deletes: 'user_id',
  },
  last_ready: { exports: [{ file: 'last-ready', of: 'user_id', columns: ['ready_at'] }], deletes: 'user_id' },
  last_seen: { exports: [{ file: 'last-seen', of: 'user_id', columns: ['seen_at'] }], deletes: 'user_id' },
})
