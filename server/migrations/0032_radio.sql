-- Radio chats: their members, floor, locations, and the recordings of their messages.

-- Radio messages have numbers of their own: `last_radio_seq` is that of the last one.
ALTER TABLE threads ADD last_radio_seq bigint NOT NULL DEFAULT 0;
ALTER TABLE messages DROP CONSTRAINT messages_thread_id_seq_key;
CREATE UNIQUE INDEX messages_of_thread ON messages (thread_id, message_type, seq);
UPDATE thread_watermarks SET delivered_seq = 0, seen_seq = 0 WHERE message_type = 'asrChat' AND delivered_seq > 0;
UPDATE thread_marks SET delivered_seq = 0, seen_seq = 0 WHERE message_type = 'asrChat' AND delivered_seq > 0;

CREATE TABLE radio_chats (
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES threads ON DELETE CASCADE,
  started_by uuid NOT NULL REFERENCES users,
  started_at timestamptz NOT NULL,
  -- The start or the end of the last transmission.
  last_sound_at timestamptz NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  -- The version that the members of the thread know.
  emitted_version integer NOT NULL DEFAULT 1,
  -- The floor. transmission_id is null while it is free, and so are the other columns.
  transmission_id uuid,
  speaker_id uuid REFERENCES users,
  endpoint_id uuid,
  language text,
  ends_with_utterance boolean,
  granted_at timestamptz,
  -- The floor is free after this time of PostgreSQL's clock. The process of the speaker renews it.
  floor_until timestamptz,
  floor_version integer NOT NULL DEFAULT 1,
  CHECK (num_nulls(transmission_id, speaker_id, endpoint_id, language, ends_with_utterance, granted_at, floor_until) IN (0, 7)),
  CHECK (ended_at IS NULL OR transmission_id IS NULL)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX radio_chats_running ON radio_chats (thread_id) WHERE ended_at IS NULL;
CREATE INDEX radio_chats_of_thread ON radio_chats (thread_id);

-- The pages of users in a radio chat. A page whose process no longer renews `last_seen_at` (PostgreSQL's clock) has vanished.
CREATE TABLE radio_members (
  radio_chat_id uuid NOT NULL REFERENCES radio_chats ON DELETE CASCADE,
  user_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (radio_chat_id, user_id, endpoint_id),
  FOREIGN KEY (thread_id, user_id) REFERENCES thread_members ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX radio_members_of_thread ON radio_members (thread_id, user_id);

-- The users who wait for the floor.
CREATE TABLE radio_queue (
  radio_chat_id uuid NOT NULL,
  user_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  language text NOT NULL,
  ends_with_utterance boolean NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (radio_chat_id, user_id),
  FOREIGN KEY (radio_chat_id, user_id, endpoint_id) REFERENCES radio_members ON DELETE CASCADE
);

CREATE TABLE radio_locations (
  radio_chat_id uuid NOT NULL REFERENCES radio_chats ON DELETE CASCADE,
  user_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  accuracy double precision,
  at timestamptz NOT NULL,
  PRIMARY KEY (radio_chat_id, user_id),
  FOREIGN KEY (thread_id, user_id) REFERENCES thread_members ON DELETE CASCADE
);
CREATE INDEX radio_locations_of_thread ON radio_locations (thread_id, user_id);

-- The recording of a radio message is its file.
CREATE TABLE radio_recordings (
  message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  -- null for a message that was sent without a running radio chat.
  radio_chat_id uuid REFERENCES radio_chats ON DELETE SET NULL,
  duration_ms integer NOT NULL,
  language text NOT NULL,
  transcription text NOT NULL CHECK (transcription IN ('pending', 'complete', 'unavailable'))
);
CREATE INDEX radio_recordings_of_chat ON radio_recordings (radio_chat_id, message_id);
CREATE INDEX radio_recordings_pending ON radio_recordings (message_id) WHERE transcription = 'pending';
