-- Who created the link. The link ends with the right of this user.
ALTER TABLE account_exports ADD created_by uuid REFERENCES users;

-- Whether a device could receive the alarm when the alert was raised: one was connected, or had a push subscription. null: unknown.
ALTER TABLE alerts ADD had_receiver boolean;

-- How many damaged files of the backup `detail` does not name.
ALTER TABLE backup_runs ADD more_damaged integer;
