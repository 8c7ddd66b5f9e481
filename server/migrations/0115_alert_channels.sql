-- The radio channel of an alert: a group without admins, which readers of the alert join.
CREATE TABLE alert_channels (
  alert_id uuid PRIMARY KEY REFERENCES alerts ON DELETE CASCADE,
  thread_id uuid NOT NULL UNIQUE REFERENCES threads ON DELETE CASCADE
);
