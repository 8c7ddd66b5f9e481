-- The client ids of SOS whose alert the retention has removed (decisions/0158). A device that did not get the reply to one repeats it,
-- also after months, and must alarm no one again.
CREATE TABLE removed_alerts (
  client_id uuid PRIMARY KEY,
  alert_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  -- When the SOS was raised.
  created_at timestamptz NOT NULL,
  removed_at timestamptz NOT NULL
);
