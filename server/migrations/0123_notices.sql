-- Official notices of authorities (CAP, JMA XML). Without a source nothing is requested and no notice is stored.
CREATE TABLE notice_sources (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('file', 'address', 'folder')),
  address text CHECK ((address IS NOT NULL) = (channel = 'address')),
  -- Names and codes of areas; empty: all.
  areas text[] NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  problem text,
  -- Of the address: its ETag, and the links of the feed that were read.
  validator text,
  seen text[] NOT NULL DEFAULT '{}'
);

CREATE TABLE notices (
  id uuid PRIMARY KEY,
  source_id uuid NOT NULL REFERENCES notice_sources ON DELETE CASCADE,
  -- The identity of the document at its publisher.
  identifier text NOT NULL,
  -- The notices about one event, of which a later one replaces the earlier ones.
  stream text NOT NULL,
  -- The first notice about the event.
  event_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('earthquake', 'tsunami', 'weather', 'other')),
  status text NOT NULL CHECK (status IN ('actual', 'exercise', 'test')),
  severity text CHECK (severity IN ('extreme', 'severe', 'moderate', 'minor')),
  headline text NOT NULL,
  description text NOT NULL,
  language text,
  -- [{ name, code, severity }], those of the source's areas first.
  areas jsonb NOT NULL,
  publisher text NOT NULL,
  sent_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  is_cancelled boolean NOT NULL,
  -- A later notice about the same event has arrived.
  is_replaced boolean NOT NULL DEFAULT false,
  -- The rules were applied to it.
  is_checked boolean NOT NULL DEFAULT false,
  UNIQUE (source_id, identifier)
);
CREATE INDEX notices_of_stream ON notices (source_id, stream, id);
CREATE INDEX notices_shown ON notices (id) WHERE NOT is_replaced;
CREATE INDEX notices_unchecked ON notices (id) WHERE NOT is_checked;

-- Rules that open a roll-call of all users.
CREATE TABLE notice_rules (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  min_severity text NOT NULL,
  areas text[] NOT NULL,
  question text NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);

-- A rule acts once on an event.
CREATE TABLE notice_rule_acts (
  rule_id uuid NOT NULL REFERENCES notice_rules ON DELETE CASCADE,
  event_id uuid NOT NULL,
  acted_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, event_id)
);
