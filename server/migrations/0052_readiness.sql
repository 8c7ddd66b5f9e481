-- When a device of each user was last ready for an alarm. It outlives the session of the device and its report.
CREATE TABLE last_ready (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  ready_at timestamptz NOT NULL
);
INSERT INTO last_ready (user_id, ready_at)
SELECT s.user_id, max(r.ready_at) FROM device_reports r JOIN sessions s ON s.id = r.session_id
WHERE r.ready_at IS NOT NULL GROUP BY s.user_id;

-- When the last alarm or drill of the user was resolved before its time to reach the user was over; null: it was not.
ALTER TABLE last_alarms ADD COLUMN ended_early_at timestamptz;
