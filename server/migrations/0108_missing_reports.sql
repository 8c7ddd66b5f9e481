-- Missing-person reports of users, which the staff of the shelters compares with the registers.
CREATE TABLE missing_reports (
  id uuid PRIMARY KEY,
  reporter_id uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  kana text NOT NULL,
  birth_year integer,
  -- Years at created_at, where the year of birth is not known.
  age integer,
  description text NOT NULL,
  last_seen_place text NOT NULL,
  last_seen_at timestamptz,
  -- How the reporter is reached: the message to the person who is found.
  contact text NOT NULL,
  photo_file_id uuid REFERENCES files ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'found', 'closed')),
  decided_at timestamptz,
  decided_by uuid REFERENCES users,
  -- When the person who was found had agreed to be, and was told who asked.
  passed_on_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX missing_reports_of_reporter ON missing_reports (reporter_id, id);
CREATE INDEX missing_reports_open ON missing_reports (id) WHERE state = 'open';
CREATE INDEX missing_reports_photo ON missing_reports (photo_file_id);

ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment', 'document', 'group', 'missingReport'));
