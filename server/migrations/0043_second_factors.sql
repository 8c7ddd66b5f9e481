-- The second factor of a sign-in: codes by TOTP (RFC 6238), and recovery codes.
ALTER TABLE users ADD has_second_factor boolean NOT NULL DEFAULT false;

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- No reply contains it after the set-up.
  secret bytea NOT NULL,
  -- The time step of the last accepted code. Codes of this step and of earlier ones are refused.
  last_step bigint NOT NULL DEFAULT 0
);

-- SHA-256 of each unused code, which has 80 random bits.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- A session that an administrator without a second factor began while one was required. It is restricted to alerts.
ALTER TABLE sessions ADD needs_second_factor boolean NOT NULL DEFAULT false;
