-- Handling of alerts: what was decided about them, by whom and when.

-- The decisions that hold now. An alert without a row has none.
CREATE TABLE alert_handling (
  alert_id uuid PRIMARY KEY REFERENCES alerts ON DELETE CASCADE,
  kind text CHECK (kind IN ('fire', 'medical', 'trapped', 'missing', 'other')),
  severity text CHECK (severity IN ('extreme', 'severe', 'moderate', 'minor')),
  -- The state that a reader reported; null: none. The state that is shown also depends on the responders.
  reported_stage text CHECK (reported_stage IN ('attended', 'onTheWay', 'arrived', 'done')),
  -- At most one of both.
  assigned_user uuid REFERENCES users ON DELETE SET NULL,
  assigned_group uuid REFERENCES alert_groups ON DELETE SET NULL,
  -- The alert that this one is a duplicate of. A mark hides nothing.
  duplicate_of uuid REFERENCES alerts ON DELETE SET NULL,
  close_reason text CHECK (close_reason IN ('real', 'falseAlarm', 'drill', 'duplicate')),
  close_note text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  CHECK (assigned_user IS NULL OR assigned_group IS NULL)
);
CREATE INDEX alert_handling_user ON alert_handling (assigned_user) WHERE assigned_user IS NOT NULL;
CREATE INDEX alert_handling_group ON alert_handling (assigned_group) WHERE assigned_group IS NOT NULL;
CREATE INDEX alert_handling_duplicates ON alert_handling (duplicate_of) WHERE duplicate_of IS NOT NULL;

-- All decisions, also those that hold no more. Rows are never changed.
CREATE TABLE alert_decisions (
  id uuid PRIMARY KEY,
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  -- null: the device of the anonymous raiser.
  decided_by uuid REFERENCES users,
  decided_at timestamptz NOT NULL,
  subject text NOT NULL
    CHECK (subject IN ('kind', 'severity', 'stage', 'user', 'group', 'duplicate', 'progress', 'closed', 'reopened')),
  -- The new value: a name, or the id of a user, group or alert; null: none.
  value text,
  -- The text with which an alert was closed; ''.
  note text NOT NULL DEFAULT ''
);
CREATE INDEX alert_decisions_of_alert ON alert_decisions (alert_id, id);

-- Notes for the assigned users and administrators.
CREATE TABLE alert_notes (
  id uuid PRIMARY KEY,
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES users,
  text text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX alert_notes_of_alert ON alert_notes (alert_id, id);

-- How far a user is who responds; null: not reported.
ALTER TABLE alert_ledger ADD COLUMN progress text CHECK (progress IN ('onTheWay', 'arrived', 'done')),
  ADD COLUMN progress_at timestamptz;
