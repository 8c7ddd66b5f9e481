-- An SOS that a user raises for another person.
ALTER TABLE alerts
  ADD COLUMN for_other boolean NOT NULL DEFAULT false,
  -- The name of a person without an account; '' without one.
  ADD COLUMN for_name text NOT NULL DEFAULT '',
  -- The person, if they have an account.
  ADD COLUMN for_user uuid REFERENCES users ON DELETE SET NULL;
CREATE INDEX alerts_for_user ON alerts (for_user) WHERE for_user IS NOT NULL;
