-- Alerts that stood still before this time are not announced; null: all are. Alerts that were raised before the upgrade have its
-- time, so that not all of them are announced at once.
ALTER TABLE alerts ADD COLUMN reminders_from timestamptz;
UPDATE alerts SET reminders_from = now() WHERE resolved_at IS NULL;
