-- In a flood of alerts, thousands of deliveries are written each second. The statement has just read the alerts and gets the
-- users from current sessions. The foreign key checks, which look up and lock each row, cost twice as much as the inserts. Alerts
-- and users are never deleted.
ALTER TABLE alert_ledger DROP CONSTRAINT alert_ledger_alert_id_fkey, DROP CONSTRAINT alert_ledger_user_id_fkey;

-- A few of many users share their location. The map loads them first.
CREATE INDEX users_sharing ON users (id) WHERE is_active AND location_sharing = 'always';
