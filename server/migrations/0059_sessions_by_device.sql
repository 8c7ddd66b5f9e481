-- A sign-in looks up whether its device has signed in to the account before.
CREATE INDEX sessions_by_device ON sessions (device_id);
