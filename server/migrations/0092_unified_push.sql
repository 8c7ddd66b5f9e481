-- The push service of the server: topics of browsers that get Web Push by the alarm app (UnifiedPush, docs/architecture/push.md).
CREATE TABLE unified_push_topics (
  id uuid PRIMARY KEY,
  -- SHA-256 of the topic, which the app chooses.
  topic_hash bytea NOT NULL UNIQUE,
  -- The linked alarm app whose stream has named the topic, and when it did so last.
  device_id uuid NOT NULL REFERENCES alarm_app_devices ON DELETE CASCADE,
  named_at timestamptz NOT NULL
);
CREATE INDEX unified_push_topics_of_device ON unified_push_topics (device_id, named_at);

-- Messages that have not expired. A message with the same subject replaces an earlier one of its topic.
CREATE TABLE unified_push_messages (
  -- The position in the order of all messages of alarm apps (alarm_app_position).
  seq bigint PRIMARY KEY,
  topic_id uuid NOT NULL REFERENCES unified_push_topics ON DELETE CASCADE,
  -- Whether this server sent it, and not another one.
  is_own boolean NOT NULL,
  -- The header "topic" of Web Push.
  subject text,
  -- The encrypted notification. Only the browser can read it.
  body bytea NOT NULL,
  published_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX unified_push_messages_of_topic ON unified_push_messages (topic_id, seq);
