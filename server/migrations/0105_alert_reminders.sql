-- When the users who handle an alert were last reminded that it stands still; null: never.
ALTER TABLE alerts ADD COLUMN reminded_at timestamptz;
