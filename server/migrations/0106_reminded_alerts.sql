-- Alerts that were raised before the upgrade count as reminded, so that they are not announced all at once.
UPDATE alerts SET reminded_at = now() WHERE resolved_at IS NULL AND reminded_at IS NULL;
