-- The threads that are read aloud on a device. A user who leaves a thread loses the row.
CREATE TABLE thread_listeners (
  thread_id uuid NOT NULL,
  user_id uuid NOT NULL,
  device_id uuid NOT NULL,
  PRIMARY KEY (user_id, device_id, thread_id),
  FOREIGN KEY (thread_id, user_id) REFERENCES thread_members ON DELETE CASCADE
);
-- For the foreign key.
CREATE INDEX thread_listeners_of_member ON thread_listeners (thread_id, user_id);
