-- A drill is an alert for practice. Its raiser is in its audience, and it is deleted after an hour.
ALTER TABLE alerts ADD is_drill boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT drills_have_a_raiser CHECK (NOT is_drill OR (raised_by IS NOT NULL AND NOT is_muted AND NOT reaches_everyone));
CREATE INDEX alerts_drills ON alerts (created_at) WHERE is_drill;

-- Whether it is recorded in last_alarms whom the alarm woke.
ALTER TABLE alerts ADD is_outcome_recorded boolean NOT NULL DEFAULT true;
ALTER TABLE alerts ALTER is_outcome_recorded SET DEFAULT false;
CREATE INDEX alerts_without_outcome ON alerts (id) WHERE NOT is_outcome_recorded;

-- The last alarm or drill that reached each user. It outlives a drill.
CREATE TABLE last_alarms (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The alert, which may be deleted. Ids rise with time.
  alert_id uuid NOT NULL,
  alarmed_at timestamptz NOT NULL,
  is_drill boolean NOT NULL,
  -- When the first device of the user acknowledged the alarm; null: no device did in time.
  delivered_at timestamptz
);

-- What the device of a session reported about itself. It has no location.
CREATE TABLE device_reports (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  connection text NOT NULL,
  sound text NOT NULL,
  notifications text NOT NULL,
  storage text NOT NULL,
  installation text NOT NULL,
  reported_at timestamptz NOT NULL,
  -- The last report of a device that an alarm would reach; null: none.
  ready_at timestamptz,
  -- The last report from the page on which the user checks the device; null: none.
  checked_at timestamptz,
  CHECK (ARRAY[connection, sound, notifications, storage, installation] <@ ARRAY['good', 'unchecked', 'problem'])
);

-- A report never outlives its session, whatever ends it.
CREATE FUNCTION delete_device_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM device_reports WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER ended_sessions_have_no_device_report AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION delete_device_report();
