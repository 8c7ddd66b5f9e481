import { definePersonalTables } from './personal-table.ts'

const OF_COMMUNITY = 'it belongs to the community'

/** Files, the journal, the administration, and the state of the server. */
export const serverTables = definePersonalTables({
  files: {
    hidden: { name: 'in files.json', parent_id: 'in files.json' },
    impersonal: ['parent_kind', 'storage_key', 'preview_key', 'type'],
    stays: 'a file stays as long as the message, alert, post or page that has it',
  },
  file_transcripts: {
    hidden: { text: 'in messages.json, as transcript' },
    impersonal: ['language', 'state'],
    stays: 'as its file',
  },
  events: {
    hidden: { payload: 'copies of the rows of the last 48 hours', rooms: 'who reads the copies' },
    impersonal: ['name', 'xid'],
    elsewhere: 'the deletion removes names, drafts and events to the user alone (journal-names.ts)',
  },
  skipped_events: {
    hidden: { payload: 'copies of events for at most 48 hours', rooms: 'who reads the copies' },
    impersonal: ['consumer', 'event_id', 'name'],
    stays: 'copies of events for at most 48 hours, only while two versions of the server run',
  },
  event_horizon: { impersonal: ['xid'] },
  journal_consumers: { impersonal: ['name', 'position', 'events'] },
  journal_epochs: { impersonal: ['starts_at'] },
  audit_log: {
    exports: [{ file: 'audit-log', of: 'actor_id', by: 'id', columns: ['action', 'target_kind', 'ip', 'created_at'] }],
    hidden: {
      actor_name: 'the name of the user at that time',
      target_id: 'it may be another user',
      details: 'they may name other users',
    },
    stays: 'the record of what administrators did and to whom; no one changes it (decisions/0158)',
  },
  invitations: {
    exports: [
      {
        file: 'invitations',
        of: 'created_by',
        columns: ['max_uses', 'used_count', 'expires_at', 'created_at', 'revoked_at'],
        extras: { label: 'CASE WHEN batch_id IS NULL THEN label END' }, // of a file: whom the user invited
      },
    ],
    hidden: {
      code_hash: 'a secret',
      label: 'exported unless it is from a file: whom the user invited',
      email: 'whom the user invited',
      first_name: 'whom the user invited',
      last_name: 'whom the user invited',
    },
    impersonal: ['batch_id', 'mail'],
    // Those who were invited can still register. The label of a file is the name of whom the user invited.
    blanks: { of: 'created_by', values: { label: "CASE WHEN batch_id IS NULL THEN '' ELSE label END" } },
    clears: ['created_by'],
    stays: OF_COMMUNITY,
  },
  lacs_groups: {
    impersonal: ['organization_name', 'department_name', 'subdomain', 'contact_person_name', 'contact_person_designation'],
  },
  lacs_units: { impersonal: ['unit_id', 'unit_name'] },
  lacs_unit_admins: { exports: [{ file: 'lacs-units', of: 'user_id', columns: ['unit_id'] }], deletes: 'user_id' },
  dashboard_sections: { impersonal: ['title', 'type'] },
  dashboard_links: { impersonal: ['icon_name', 'link_text', 'link_url'] },
  siren_screens: {
    exports: [{ file: 'siren-screens', of: 'created_by', columns: ['name', 'created_at'] }],
    impersonal: ['code_hash', 'token_hash'],
    clears: ['created_by'],
    stays: OF_COMMUNITY,
  },
  siren_screen_groups: {},
  alert_feeds: {
    exports: [{ file: 'alert-feeds', of: 'created_by', columns: ['name', 'recipient', 'created_at'] }],
    impersonal: ['token_hash', 'sender', 'group_ids'],
    clears: ['created_by'],
    stays: OF_COMMUNITY,
  },
  alert_feed_messages: {
    hidden: { content: 'copies of alerts.json for another system', person_id: 'whose copies they are' },
    impersonal: ['alert_id', 'type', 'refs'],
    blanks: { of: 'person_id', values: { content: "jsonb_set(content, '{raiser}', 'null')" } },
    stays: 'the record of what another system was told, which names no one any more',
  },
  tak_servers: {
    exports: [{ file: 'tak-servers', of: 'created_by', columns: ['recipient', 'host', 'port', 'created_at'] }],
    hidden: { identity: 'a secret' },
    impersonal: ['certificate_name', 'authority', 'holder', 'problem'],
    clears: ['created_by'],
    stays: OF_COMMUNITY,
  },
  tak_consents: {
    exports: [{ file: 'tak-consents', of: 'user_id', columns: ['created_at'] }],
    impersonal: ['uid'],
    deletes: 'user_id',
  },
  tak_markers: { impersonal: ['uid', 'name', 'latitude', 'longitude'] },
  notice_sources: {
    exports: [{ file: 'notice-sources', of: 'created_by', columns: ['name', 'channel', 'address', 'areas', 'created_at'] }],
    impersonal: ['problem', 'seen', 'validator'],
    clears: ['created_by'],
    stays: OF_COMMUNITY,
  },
  notices: {
    impersonal: [
      'identifier',
      'stream',
      'event_id',
      'kind',
      'status',
      'severity',
      'headline',
      'description',
      'language',
      'areas',
      'shapes',
      'publisher',
    ],
  },
  notice_rules: {
    exports: [{ file: 'notice-rules', of: 'created_by', columns: ['kind', 'min_severity', 'areas', 'question', 'created_at'] }],
    clears: ['created_by'],
    stays: OF_COMMUNITY,
  },
  notice_rule_acts: { impersonal: ['event_id'] },
  settings: { impersonal: ['key', 'value'] },
  jobs: { impersonal: ['name'] },
  street_archives: { impersonal: ['bounds', 'hash', 'name', 'storage_key'] },
  street_extracts: {
    hidden: { created_by: 'only while streets are downloaded', ip: 'only while streets are downloaded' },
    impersonal: ['bounds', 'problem', 'url', 'validator', 'worker'],
    deletes: 'created_by',
  },
  backup_runs: { impersonal: ['kind', 'target', 'name', 'outcome', 'rehearsal', 'problem', 'detail'] },
  health_readings: { impersonal: ['name', 'machine', 'level', 'advice', 'facts', 'known_level'] },
  health_notices: { impersonal: ['name', 'machine', 'level', 'advice'] },
  delivery_counts: { impersonal: ['kind', 'service'] },
  disk_samples: { impersonal: ['machine'] },
  schema_migrations: { impersonal: ['name', 'checksum'] },
  server_processes: {},
})
