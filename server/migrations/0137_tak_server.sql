-- The connection to a TAK server (Cursor on Target). Without a row nothing leaves, and there is no connection.
CREATE TABLE tak_servers (
  id uuid PRIMARY KEY,
  -- One row at most.
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only),
  -- Rises with each change of the setting, so that the connection begins again.
  revision integer NOT NULL DEFAULT 0,
  recipient text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  -- The name in its certificate; '': the host.
  certificate_name text NOT NULL,
  is_test boolean NOT NULL,
  includes_names boolean NOT NULL,
  includes_texts boolean NOT NULL,
  includes_people boolean NOT NULL,
  includes_drills boolean NOT NULL,
  -- The client certificate with its key: { format: pem, certificate, key, password } or { format: p12, file, password }.
  identity jsonb NOT NULL,
  -- PEM
  authority text NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- The process that has the connection, and until when it may keep it.
  holder uuid,
  held_until timestamptz,
  connected_at timestamptz,
  received_at timestamptz,
  problem text,
  problem_at timestamptz,
  certificate_ends_at timestamptz
);

-- The consents of people that their location leaves to the TAK server.
CREATE TABLE tak_consents (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  server_id uuid NOT NULL REFERENCES tak_servers ON DELETE CASCADE,
  -- The name of the person at the TAK server. It is random, so that a later consent has another one.
  uid uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
CREATE INDEX tak_consents_of_server ON tak_consents (server_id);

-- The markers that the TAK server has sent.
CREATE TABLE tak_markers (
  id uuid PRIMARY KEY,
  server_id uuid NOT NULL REFERENCES tak_servers ON DELETE CASCADE,
  -- Its name at the TAK server.
  uid text NOT NULL,
  name text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  is_exercise boolean NOT NULL,
  at timestamptz NOT NULL,
  stale_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  UNIQUE (server_id, uid)
);
