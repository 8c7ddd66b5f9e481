-- Roll-calls: people are asked whether they are safe.
CREATE TABLE roll_calls (
  id uuid PRIMARY KEY,
  asked_by uuid NOT NULL REFERENCES users,
  template text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  is_urgent boolean NOT NULL,
  is_drill boolean NOT NULL,
  audience text NOT NULL CHECK (audience IN ('everyone', 'groups', 'alert')),
  -- The groups, with their names then, or the alert whose people were asked. They may be deleted before the roll-call is.
  thread_ids uuid[] NOT NULL DEFAULT '{}',
  group_names text[] NOT NULL DEFAULT '{}',
  alert_id uuid,
  questions jsonb NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  closed_at timestamptz,
  end_text text NOT NULL DEFAULT '',
  -- How often those who have not answered were asked again.
  repeat_step integer NOT NULL DEFAULT 0,
  -- The counts of its people, changed by the statements that change these.
  asked integer NOT NULL DEFAULT 0,
  reached integer NOT NULL DEFAULT 0,
  seen integer NOT NULL DEFAULT 0,
  safe integer NOT NULL DEFAULT 0,
  injured integer NOT NULL DEFAULT 0,
  need_help integer NOT NULL DEFAULT 0,
  counts_version bigint NOT NULL DEFAULT 0,
  -- When its people and answers were removed. The counts stay.
  anonymised_at timestamptz
);
CREATE INDEX roll_calls_open ON roll_calls (created_at) WHERE closed_at IS NULL;
CREATE INDEX roll_calls_of_asker ON roll_calls (asked_by, created_at);

-- What is known of people, who said it and how. Nothing is replaced: the newest entry is the state, older ones are its history.
CREATE TABLE person_states (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES users,
  -- null: it is no answer to a roll-call.
  roll_call_id uuid REFERENCES roll_calls ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('safe', 'injured', 'needHelp')),
  source text NOT NULL CHECK (source IN ('self', 'proxy', 'desk', 'link', 'voice')),
  -- null: a person with the link.
  said_by uuid REFERENCES users,
  -- When it was said. A device without a connection sends it later.
  said_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  note text NOT NULL,
  place text NOT NULL,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  companions text NOT NULL,
  staying_at text NOT NULL,
  replies jsonb NOT NULL,
  -- The id that the device created, and the hash of what it sent: a repetition changes nothing.
  client_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  UNIQUE (person_id, client_id)
);
CREATE INDEX person_states_of_roll_call ON person_states (roll_call_id, person_id, id);

CREATE TABLE roll_call_people (
  roll_call_id uuid NOT NULL REFERENCES roll_calls ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES users,
  -- When a device had the question, and when the person opened it.
  reached_at timestamptz,
  seen_at timestamptz,
  -- The newest answer; null: none.
  state_id uuid REFERENCES person_states ON DELETE SET NULL,
  state text,
  said_at timestamptz,
  answer_count integer NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (roll_call_id, person_id)
);
CREATE INDEX roll_call_people_of_person ON roll_call_people (person_id, roll_call_id);

-- Links with which people answer without sign-in. A newer one takes the place of the one before.
CREATE TABLE answer_links (
  roll_call_id uuid NOT NULL REFERENCES roll_calls ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES users,
  -- SHA-256 of the secret, which only the link contains.
  secret_hash bytea NOT NULL UNIQUE,
  created_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (roll_call_id, person_id)
);
