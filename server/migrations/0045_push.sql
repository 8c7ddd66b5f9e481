-- Web Push: the subscriptions of devices, and what each device shows or is to be sent.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The address at the push service. It is a secret of the browser.
  endpoint text NOT NULL UNIQUE,
  -- Scheme, host and port of the endpoint. Each push service has a queue of its own.
  origin text NOT NULL,
  public_key bytea NOT NULL,
  auth_secret bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id);

-- A subscription never outlives its session, whatever ends it.
CREATE FUNCTION delete_push_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER ended_sessions_have_no_push_subscription AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION delete_push_subscription();

-- One row for each notification of a device. A newer notification with the same tag replaces the row.
CREATE TABLE push_notifications (
  subscription_id uuid NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
  tag text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('alert', 'call', 'messages')),
  -- The alert, the session of the call, or the thread. It may be deleted before the notification is.
  entity_id uuid NOT NULL,
  -- The device is to remove the notification.
  is_removal boolean NOT NULL DEFAULT false,
  -- Raised by each change, so that the end of an earlier request does not count for it.
  version integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  -- The next request; null: nothing is to be sent, and the device may show the notification.
  due_at timestamptz,
  -- A process is sending it. Other processes send it after this time.
  leased_until timestamptz,
  -- A request was begun, so the device may show it.
  is_begun boolean NOT NULL DEFAULT false,
  -- Nothing is sent after this time.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subscription_id, tag)
);
CREATE INDEX push_notifications_due ON push_notifications (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX push_notifications_of_entity ON push_notifications (entity_id);
