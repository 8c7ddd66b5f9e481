CREATE TABLE threads (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('personal', 'group', 'alert')),
  last_seq bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- `seq` is assigned under the lock of the thread row. It starts at 1 and has no gaps.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES threads,
  seq bigint NOT NULL,
  sender_id uuid NOT NULL REFERENCES users,
  message_type text NOT NULL CHECK (message_type IN ('normalChat', 'asrChat', 'alertChat')),
  text text NOT NULL,
  latitude double precision,
  longitude double precision,
  message_at timestamptz NOT NULL,
  client_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (thread_id, seq)
);
CREATE UNIQUE INDEX messages_by_client ON messages (sender_id, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE alert_groups (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  is_anonymous boolean NOT NULL DEFAULT false,
  takes_new_users boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- A new server has one group. All new users join it, and it receives anonymous alerts.
INSERT INTO alert_groups (id, name, is_anonymous, takes_new_users) VALUES ('019a0000-0000-7000-8000-000000000001', 'Everyone', true, true);

CREATE TABLE alert_group_members (
  group_id uuid NOT NULL REFERENCES alert_groups ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX alert_group_members_by_user ON alert_group_members (user_id);

CREATE TABLE alerts (
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL UNIQUE REFERENCES threads,
  raised_by uuid REFERENCES users,
  client_id uuid UNIQUE,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  text_content text NOT NULL DEFAULT '',
  -- Its groups had no members, so it goes to every active user.
  reaches_everyone boolean NOT NULL DEFAULT false,
  recipient_count integer NOT NULL,
  resolved_by uuid REFERENCES users,
  resolved_at timestamptz,
  ledger_version integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alerts_by_raiser ON alerts (raised_by, created_at);
CREATE INDEX alerts_active ON alerts (id) WHERE resolved_at IS NULL;

-- The groups that the alert was sent to. Their current members are the audience.
CREATE TABLE alert_audience (
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  group_id uuid NOT NULL REFERENCES alert_groups ON DELETE CASCADE,
  PRIMARY KEY (alert_id, group_id)
);
CREATE INDEX alert_audience_by_group ON alert_audience (group_id, alert_id);

CREATE TABLE alert_medias (
  id uuid PRIMARY KEY,
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files,
  caption text NOT NULL DEFAULT '',
  uploaded_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alert_medias_of_alert ON alert_medias (alert_id, id);

-- A row exists only for a user who acknowledged the alert.
CREATE TABLE alert_ledger (
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  delivered_at timestamptz,
  seen_at timestamptz,
  answer text CHECK (answer IN ('responding', 'cannotHelp')),
  answered_at timestamptz,
  PRIMARY KEY (alert_id, user_id)
);
