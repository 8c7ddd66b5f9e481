-- Feeds of alerts for other systems (CAP 1.2, GeoJSON), each with its own token and content. Without a row no alert leaves.
CREATE TABLE alert_feeds (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  recipient text NOT NULL,
  -- Of 32 random bytes, which are not stored.
  token_hash bytea NOT NULL UNIQUE,
  sender text NOT NULL,
  is_test boolean NOT NULL,
  includes_names boolean NOT NULL,
  includes_texts boolean NOT NULL,
  includes_locations boolean NOT NULL,
  includes_drills boolean NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  last_read_at timestamptz
);

-- The messages of the feeds. A message is never changed, except that an erasure removes it or its name.
CREATE TABLE alert_feed_messages (
  -- The CAP identifier.
  id uuid PRIMARY KEY,
  feed_id uuid NOT NULL REFERENCES alert_feeds ON DELETE CASCADE,
  -- It may be deleted: then only the message Cancel stays.
  alert_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('Alert', 'Update', 'Cancel')),
  sent_at timestamptz NOT NULL,
  is_anonymous boolean NOT NULL,
  -- The raiser whose name the content has.
  person_id uuid REFERENCES users ON DELETE SET NULL,
  -- The facts that the feed passes on; of a Cancel only its reason.
  content jsonb NOT NULL,
  -- Earlier messages about the alert: sender,identifier,sent.
  refs text[] NOT NULL
);
CREATE INDEX alert_feed_messages_of_feed ON alert_feed_messages (feed_id, is_anonymous, id);
CREATE INDEX alert_feed_messages_of_alert ON alert_feed_messages (alert_id, feed_id, id);
CREATE INDEX alert_feed_messages_of_person ON alert_feed_messages (person_id) WHERE person_id IS NOT NULL;
