-- The choice of a user who responds to an alert: whether the location of one device is shared for this alert until its end.
CREATE TABLE responder_locations (
  alert_id uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- null: the user chose to share none.
  device_id uuid,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  at timestamptz,
  PRIMARY KEY (alert_id, user_id)
);
CREATE INDEX responder_locations_of_user ON responder_locations (user_id);
