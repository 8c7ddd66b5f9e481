-- The alarm app: phones on which the app ntfy shows the notifications of a session (decisions/0217).
CREATE TABLE alarm_app_devices (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the topic, which only the app and its requests contain.
  topic_hash bytea NOT NULL UNIQUE,
  -- The app repeats the sound of an alarm until its user stops it.
  is_looping boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- The last start of a stream, its protocol and the program that the app names.
  last_stream_at timestamptz,
  protocol text CHECK (protocol IN ('json', 'ws')),
  agent text,
  -- The last test alarm, and when the app fetched its receipt.
  test_id uuid,
  test_sent_at timestamptz,
  test_received_at timestamptz
);
CREATE INDEX alarm_app_devices_of_user ON alarm_app_devices (user_id);

-- A device never outlives its session, whatever ends it.
CREATE FUNCTION delete_alarm_app_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM alarm_app_devices WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER ended_sessions_have_no_alarm_app AFTER UPDATE OF ended_at ON sessions
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION delete_alarm_app_device();

-- One row for each notification of a device. A newer notification with the same tag replaces the row.
CREATE TABLE alarm_app_messages (
  device_id uuid NOT NULL REFERENCES alarm_app_devices ON DELETE CASCADE,
  tag text NOT NULL,
  kind text NOT NULL,
  -- The alert, the session of the call, the thread or the test. It may be deleted before the notification is.
  entity_id uuid NOT NULL,
  -- The app is to remove the notification.
  is_removal boolean NOT NULL DEFAULT false,
  -- The user has seen the alert on a device.
  is_seen boolean NOT NULL DEFAULT false,
  -- When the notification is to be published; null: it is published.
  due_at timestamptz,
  -- Nothing is sent after this time.
  expires_at timestamptz NOT NULL,
  -- The position in the order of all published messages, as streams send them; null: the app has nothing to show.
  seq bigint UNIQUE,
  -- What the app shows, the page that it opens, and the time of its publication.
  notice text,
  page text,
  published_at timestamptz,
  PRIMARY KEY (device_id, tag)
);
CREATE INDEX alarm_app_messages_of_device ON alarm_app_messages (device_id, seq);
CREATE INDEX alarm_app_messages_due ON alarm_app_messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alarm_app_messages_of_entity ON alarm_app_messages (entity_id);

-- The position of the newest message. Its lock makes positions commit in their order.
CREATE TABLE alarm_app_position (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  last_seq bigint NOT NULL
);
