import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '#/testing/test-server.ts'
import { syncKinds } from '#/sync-kinds.ts'

/** The tables with the rows of each kind that units exchange. */
const EXCHANGED: Readonly<Record<string, readonly string[]>> = {
  sync_units: ['member', 'unit'],
  users: ['author'],
  feeds: ['feed'],
  posts: ['post'],
  comments: ['comment'],
  likes: ['like'],
  pages: ['page'],
  page_revisions: ['pageRevision'],
  alert_groups: ['alertGroup'],
  alerts: ['alert', 'alertReach'],
  alert_ledger: ['alertAnswer'],
  sync_segments: ['erase'],
}

/** The tables whose rows never leave a server. A new table is added here unless its feature has a kind for it. */
const LOCAL = `
  account_deletions account_exports activity_logs alarm_app_devices alarm_app_messages alarm_app_position
  alert_audience alert_channels alert_decisions alert_feed_messages alert_feeds alert_group_members
  alert_handling alert_medias alert_notes answer_links audio_parts
  audio_streams audit_log backup_runs call_participants call_people call_sessions calls client_commands
  connected_devices dashboard_links dashboard_sections delivery_counts dependants device_reports disk_samples
  document_uses documents email_changes event_horizon events family_links feed_members field_report_answers
  field_reports file_transcripts files handovers health_notices health_readings hidden_messages households
  invitations jobs journal_consumers journal_epochs lacs_groups lacs_unit_admins lacs_units last_alarms
  last_ready last_seen left_members map_overlays map_shapes media_grants message_reactions message_refolding
  message_versions messages missing_reports muted_sources needs notice_rule_acts notice_rules notice_sources
  notices page_drafts page_members password_resets person_search_messages person_searches
  person_states places poll_votes push_notifications push_subscriptions radio_chats radio_locations
  radio_members radio_queue radio_recordings rate_limits receipts record_chains record_entries recovery_codes
  registered_people removed_alerts reports responder_locations roll_call_dependants roll_call_people roll_calls schema_migrations
  second_factors self_service_codes separate_people server_processes sessions settings shelter_details
  shelter_registers shelter_staff siren_screen_groups siren_screens skipped_events stays street_archives
  street_extracts sync_authors sync_codes sync_erasures sync_lanes sync_outbox sync_removed sync_self
  sync_unknown tak_consents tak_markers tak_servers thread_drafts thread_groups thread_listeners thread_marks thread_members thread_settings
  thread_watermarks threads unified_push_messages unified_push_topics user_positions user_usage`
  .trim()
  .split(/\s+/)

test('each table is exchanged by a kind or is named as local', async () => {
  await using noroshi = await startTestServer()
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
    ORDER BY name`.execute(noroshi.db)
  expect(rows.map(({ name }) => name)).toEqual([...LOCAL, ...Object.keys(EXCHANGED)].toSorted())
  expect(Object.values(EXCHANGED).flat().toSorted()).toEqual(syncKinds.map(({ name }) => name).toSorted())
})
