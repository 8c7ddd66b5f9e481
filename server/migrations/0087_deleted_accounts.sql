-- When the account was deleted. The row stays without personal data, for what others read of this user.
ALTER TABLE users ADD deleted_at timestamptz;

-- Deletions of accounts that have begun. A job does what remains and deletes the row at the end.
CREATE TABLE account_deletions (
  user_id uuid PRIMARY KEY REFERENCES users,
  deletes_messages boolean NOT NULL,
  begun_at timestamptz NOT NULL
);

-- Links to an export of the data of a user: one for each user.
CREATE TABLE account_exports (
  user_id uuid PRIMARY KEY REFERENCES users,
  -- null: the link was opened.
  token_hash bytea UNIQUE,
  expires_at timestamptz NOT NULL,
  -- While a process sends the archive, it moves this time forward.
  running_until timestamptz
);
