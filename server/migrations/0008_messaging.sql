-- Personal and group chats: who is in a thread, how far each came in it, and what a group is called.
ALTER TABLE threads
  ADD version integer NOT NULL DEFAULT 1,
  ADD member_count integer NOT NULL DEFAULT 0,
  -- The two of a personal thread, in the order of their ids: one thread for two, whoever begins it.
  ADD person_low uuid REFERENCES users,
  ADD person_high uuid REFERENCES users,
  ADD CONSTRAINT threads_have_a_pair CHECK ((kind = 'personal') = (person_low IS NOT NULL) AND (kind = 'personal') = (person_high IS NOT NULL)),
  ADD CONSTRAINT threads_pair_in_order CHECK (person_low < person_high),
  ADD CONSTRAINT threads_of_pair UNIQUE (person_low, person_high);
-- Each message changes its thread's row: room beside it keeps that from touching the indexes.
ALTER TABLE threads SET (fillfactor = 70);

CREATE TABLE thread_groups (
  thread_id uuid PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  created_by uuid NOT NULL REFERENCES users,
  -- The id of the device that made it, and what it sent: the same again answers the same group.
  client_id uuid,
  content_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX thread_groups_by_client ON thread_groups (created_by, client_id) WHERE client_id IS NOT NULL;

-- Who leaves loses the row. `has_accepted`: null undecided, false blocks the other; true in a group.
CREATE TABLE thread_members (
  id uuid NOT NULL UNIQUE,
  thread_id uuid NOT NULL REFERENCES threads ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  is_admin boolean NOT NULL DEFAULT false,
  has_accepted boolean,
  joined_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (thread_id, user_id)
);
CREATE INDEX thread_members_by_user ON thread_members (user_id, thread_id);
CREATE INDEX thread_members_blocking ON thread_members (thread_id) WHERE has_accepted = false;

-- How far each member came; a row for each type as long as the membership lasts.
CREATE TABLE thread_watermarks (
  thread_id uuid NOT NULL,
  message_type text NOT NULL CHECK (message_type IN ('normalChat', 'asrChat')),
  user_id uuid NOT NULL,
  delivered_seq bigint NOT NULL,
  seen_seq bigint NOT NULL,
  PRIMARY KEY (thread_id, message_type, user_id),
  FOREIGN KEY (thread_id, user_id) REFERENCES thread_members ON DELETE CASCADE,
  CHECK (seen_seq <= delivered_seq)
) WITH (fillfactor = 70);

-- What all members of a thread are known to have got and seen: the least of their watermarks, as it was announced last.
CREATE TABLE thread_marks (
  thread_id uuid NOT NULL REFERENCES threads ON DELETE CASCADE,
  message_type text NOT NULL CHECK (message_type IN ('normalChat', 'asrChat')),
  delivered_seq bigint NOT NULL DEFAULT 0,
  seen_seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (thread_id, message_type)
) WITH (fillfactor = 70);

-- The files that came with a message, by what was sent: a repetition carries the same.
ALTER TABLE messages ADD files_hash bytea;
ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message'));

-- What a chat message is found by: pairs of neighbouring characters, with a space between them (search-words.ts). Made by the server, since
-- a function here would take longer than all the rest of a message. The text itself decides.
ALTER TABLE messages ADD grams text;
-- A short list of what is not sorted in yet: it is sorted in by one sender in a few hundred, who should not feel it.
CREATE INDEX messages_by_grams ON messages USING gin (string_to_array(grams, ' ')) WITH (gin_pending_list_limit = 1024)
  WHERE grams IS NOT NULL;
