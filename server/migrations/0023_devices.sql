-- The device of a session: a random id of the browser. Sessions of one browser share it for each user.
ALTER TABLE sessions ADD device_id uuid NOT NULL DEFAULT gen_random_uuid();

-- Presence. Both tables are unlogged: after a crash of PostgreSQL they are empty, and the processes write them again.
CREATE UNLOGGED TABLE server_processes (
  id uuid PRIMARY KEY,
  -- The process counts as dead some seconds after its last heartbeat.
  heartbeat_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Devices with an open socket, for each process that has one.
CREATE UNLOGGED TABLE connected_devices (
  user_id uuid NOT NULL,
  device_id uuid NOT NULL,
  process_id uuid NOT NULL REFERENCES server_processes ON DELETE CASCADE,
  PRIMARY KEY (user_id, device_id, process_id)
);
CREATE INDEX connected_devices_of_process ON connected_devices (process_id);
