-- The last time at which the staff confirmed that a person is still here; null: never since the person entered.
ALTER TABLE stays ADD seen_at timestamptz;
