-- The last reading of each health check. Unlogged: each check is read again soon, and a backup has none.
CREATE UNLOGGED TABLE health_readings (
  name text NOT NULL,
  -- The host name of the computer that the check is about; '' for what the whole server shares.
  machine text NOT NULL,
  -- 'unused': the server does not use what the check is about, such as mail.
  level text NOT NULL CHECK (level IN ('good', 'warning', 'failure', 'unknown', 'unused')),
  -- What to do, as a part of a message key; null: nothing.
  advice text,
  facts jsonb NOT NULL,
  read_at timestamptz NOT NULL,
  -- When the level was first read.
  since timestamptz NOT NULL,
  -- The last level that was not unknown, and the number of readings in a row that had it.
  known_level text,
  known_count integer NOT NULL,
  PRIMARY KEY (name, machine)
);

-- What the administrators were told about health checks. The newest row of a check has its told level.
CREATE TABLE health_notices (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  machine text NOT NULL,
  level text NOT NULL CHECK (level IN ('good', 'warning', 'failure')),
  advice text,
  created_at timestamptz NOT NULL,
  mailed_at timestamptz
);
CREATE INDEX health_notices_of_check ON health_notices (name, machine, id);

-- Notifications and emails by hour and service: the host of a push service, or of the mail server.
CREATE TABLE delivery_counts (
  hour timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('push', 'mail')),
  service text NOT NULL,
  sent integer NOT NULL,
  failed integer NOT NULL,
  sent_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (hour, kind, service)
);

-- The used bytes of the disk of each computer, one row a day.
CREATE TABLE disk_samples (
  machine text NOT NULL,
  day date NOT NULL,
  used_bytes bigint NOT NULL,
  PRIMARY KEY (machine, day)
);
