-- Recordings that arrive in parts (decisions/0074).

CREATE TABLE audio_streams (
  -- Also the id of the message that the recording becomes.
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  thread_id uuid NOT NULL REFERENCES threads ON DELETE CASCADE,
  language text NOT NULL,
  started_at timestamptz NOT NULL,
  -- The timestamp of the last part, by the sender's clock; null until it arrives.
  stop_timestamp bigint,
  -- The recording is stored after this time of PostgreSQL's clock.
  due_at timestamptz NOT NULL,
  -- The process that stores it has this time of PostgreSQL's clock; then another process may repeat it.
  claimed_until timestamptz,
  -- Then its parts have no bytes, and only recognise repetitions.
  stored_at timestamptz
);
CREATE UNIQUE INDEX audio_streams_open ON audio_streams (session_id, thread_id) WHERE stop_timestamp IS NULL AND stored_at IS NULL;
CREATE INDEX audio_streams_of_session ON audio_streams (session_id, thread_id, id);
CREATE INDEX audio_streams_due ON audio_streams (due_at) WHERE stored_at IS NULL;
CREATE INDEX audio_streams_of_thread ON audio_streams (thread_id);

CREATE TABLE audio_parts (
  stream_id uuid NOT NULL REFERENCES audio_streams ON DELETE CASCADE,
  -- Milliseconds of the sender's clock.
  timestamp bigint NOT NULL,
  -- SHA-256 of the bytes.
  hash bytea NOT NULL,
  -- The order of parts with the same timestamp.
  position bigint GENERATED ALWAYS AS IDENTITY,
  bytes bytea NOT NULL,
  PRIMARY KEY (stream_id, timestamp, hash)
);
