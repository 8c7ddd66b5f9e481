-- New email addresses that wait for their confirmation. A user has at most one. Only the hash of the token is stored.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
