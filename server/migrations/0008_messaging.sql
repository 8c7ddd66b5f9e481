-- Personal and group chats: members, watermarks and the names of groups.
ALTER TABLE threads
  ADD version integer NOT NULL DEFAULT 1,
  ADD member_count integer NOT NULL DEFAULT 0,
  -- The two users of a personal thread, in the order of their ids. Two users have one thread, whichever of them starts it.
  ADD person_low uuid REFERENCES users,
  ADD person_high uuid REFERENCES users,
  ADD CONSTRAINT threads_have_a_pair CHECK ((kind = 'personal') = (person_low IS NOT NULL) AND (kind = 'personal') = (person_high IS NOT NULL)),
  ADD CONSTRAINT threads_pair_in_order CHECK (person_low < person_high),
  ADD CONSTRAINT threads_of_pair UNIQUE (person_low, person_high);
-- Each message updates its thread row. Free space in the page allows updates without index writes (HOT).
ALTER TABLE threads SET (fillfactor = 70);

CREATE TABLE thread_groups (
  thread_id uuid PRIMARY KEY REFERENCES threads ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  created_by uuid NOT NULL REFERENCES users,
  -- The client id of the request and the hash of its content. A repeated request gets the same group.
  client_id uuid,
  content_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX thread_groups_by_client ON thread_groups (created_by, client_id) WHERE client_id IS NOT NULL;

-- The row is deleted when a member leaves. `has_accepted`: null is undecided, false blocks the other user; always true in a
-- group.
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

-- Delivered and seen watermarks of each member. A row exists for each message type during the membership.
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

-- The lowest watermarks of all members of a thread, as they were last emitted.
CREATE TABLE thread_marks (
  thread_id uuid NOT NULL REFERENCES threads ON DELETE CASCADE,
  message_type text NOT NULL CHECK (message_type IN ('normalChat', 'asrChat')),
  delivered_seq bigint NOT NULL DEFAULT 0,
  seen_seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (thread_id, message_type)
) WITH (fillfactor = 70);

-- Hash of the files of a message. A repeated request must have the same files.
ALTER TABLE messages ADD files_hash bytea;
ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message'));

-- Search grams of a chat message: pairs of adjacent characters, separated by spaces (search-words.ts). The server computes them,
-- since a SQL function would take longer than the rest of the insert. Matches are rechecked against the text.
ALTER TABLE messages ADD grams text;
-- A short pending list: one insert in a few hundred merges it into the index, which should not delay that sender noticeably.
CREATE INDEX messages_by_grams ON messages USING gin (string_to_array(grams, ' ')) WITH (gin_pending_list_limit = 1024)
  WHERE grams IS NOT NULL;
