-- What each user has sent in a day (UTC), for the daily limits and the list of the biggest senders. Alerts, calls and the
-- radio have limits of their own ('emergency').
CREATE TABLE user_usage (
  day date NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('everyday', 'emergency')),
  file_bytes bigint NOT NULL DEFAULT 0,
  text_bytes bigint NOT NULL DEFAULT 0,
  texts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (day, user_id, kind)
);
ALTER TABLE users ADD COLUMN has_daily_limit boolean NOT NULL DEFAULT true;
