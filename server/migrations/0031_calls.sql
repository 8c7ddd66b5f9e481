-- Voice and video calls. call-state.ts has the rules of their changes.
CREATE TABLE calls (
  id uuid PRIMARY KEY,
  is_group boolean NOT NULL,
  host_id uuid NOT NULL REFERENCES users,
  -- The group chat that a group call belongs to.
  thread_id uuid REFERENCES threads ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (is_group OR thread_id IS NULL)
);
CREATE INDEX calls_live ON calls (id) WHERE ended_at IS NULL;

-- The invitation of one user to a call, and its outcome.
CREATE TABLE call_sessions (
  id uuid PRIMARY KEY,
  call_id uuid NOT NULL REFERENCES calls ON DELETE CASCADE,
  caller_id uuid NOT NULL REFERENCES users,
  receiver_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  joined_at timestamptz,
  disconnected_at timestamptz,
  has_missed boolean NOT NULL DEFAULT false,
  has_rejected boolean NOT NULL DEFAULT false,
  is_unreachable boolean NOT NULL DEFAULT false,
  -- The receiver was in another call.
  is_busy boolean NOT NULL DEFAULT false,
  CHECK (caller_id <> receiver_id),
  CHECK (has_missed::int + has_rejected::int + is_unreachable::int <= 1),
  CHECK (NOT is_busy OR has_missed),
  CHECK (NOT (has_missed OR has_rejected OR is_unreachable) OR (joined_at IS NULL AND disconnected_at IS NOT NULL))
);
CREATE INDEX call_sessions_of_call ON call_sessions (call_id, id);
CREATE UNIQUE INDEX call_sessions_active ON call_sessions (call_id, receiver_id) WHERE disconnected_at IS NULL;

-- The users who are in a call now, each with one device. A user is in one call at most.
CREATE TABLE call_participants (
  user_id uuid PRIMARY KEY REFERENCES users,
  call_id uuid NOT NULL REFERENCES calls ON DELETE CASCADE,
  device_id uuid NOT NULL,
  -- The page of the device that sends and receives signals; null until a page has joined.
  endpoint_id uuid,
  last_seen_at timestamptz NOT NULL
);
CREATE INDEX call_participants_of_call ON call_participants (call_id);

-- The host and all receivers of a call, for the history.
CREATE TABLE call_people (
  user_id uuid NOT NULL REFERENCES users,
  call_id uuid NOT NULL REFERENCES calls ON DELETE CASCADE,
  -- The other user of a personal call; null in a group call.
  other_id uuid REFERENCES users,
  PRIMARY KEY (user_id, call_id)
);
CREATE INDEX call_people_by_other ON call_people (user_id, other_id, call_id DESC);
CREATE INDEX call_people_of_call ON call_people (call_id);
