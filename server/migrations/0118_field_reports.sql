-- Reports of members on the map, such as water that does not work.
CREATE TABLE field_reports (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users,
  subject text NOT NULL CHECK (subject IN ('water', 'power', 'signal', 'road', 'shop')),
  state text NOT NULL CHECK (state IN ('works', 'broken', 'unknown')),
  note text NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  -- When a user last saw it so.
  confirmed_at timestamptz NOT NULL,
  -- It ends then, or before, when users deny it.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE INDEX field_reports_open ON field_reports (confirmed_at DESC) WHERE ended_at IS NULL;
CREATE INDEX field_reports_of_owner ON field_reports (owner_id);
CREATE INDEX field_reports_expiry ON field_reports (expires_at);

-- The last answer of each user other than the author to "still so?".
CREATE TABLE field_report_answers (
  report_id uuid NOT NULL REFERENCES field_reports ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users,
  holds boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (report_id, user_id)
);
CREATE INDEX field_report_answers_of_user ON field_report_answers (user_id);
