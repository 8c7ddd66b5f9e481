-- Stored files. The storage key is random; the name is only for display. The parent determines who may read a file.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  storage_key text NOT NULL UNIQUE,
  preview_key text UNIQUE,
  type text NOT NULL,
  name text NOT NULL,
  size bigint NOT NULL,
  width integer,
  height integer,
  parent_kind text NOT NULL CHECK (parent_kind IN ('alert')),
  parent_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX files_of_parent ON files (parent_kind, parent_id);

-- An <img> sends no bearer token, so a cookie identifies the sessions and alerts that the browser was granted.
CREATE TABLE media_grants (
  cookie_hash bytea NOT NULL,
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  alert_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(session_id, alert_id) = 1)
);
CREATE UNIQUE INDEX media_grants_of_session ON media_grants (cookie_hash, session_id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX media_grants_of_alert ON media_grants (cookie_hash, alert_id) WHERE alert_id IS NOT NULL;

-- Writes that a client may repeat. The same id and content get the same reply; other content is a conflict.
CREATE TABLE client_writes (
  client_id uuid PRIMARY KEY,
  content_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
