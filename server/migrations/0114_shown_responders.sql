-- A user who responds shows their name, and the location that they share, to the anonymous raiser of this alert.
ALTER TABLE alert_ledger ADD COLUMN is_shown_to_raiser boolean NOT NULL DEFAULT false;
