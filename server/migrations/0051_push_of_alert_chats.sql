-- Notifications of the chats of alerts, and the removal of alarms that their user has seen on another device.
ALTER TABLE push_notifications DROP CONSTRAINT push_notifications_kind_check;
ALTER TABLE push_notifications ADD CONSTRAINT push_notifications_kind_check CHECK (kind IN ('alert', 'alertChat', 'call', 'messages'));
-- The user has seen the alert: the device closes its alarm. The row stays, so that the end of the alert reaches a device
-- that shows the answer of its user.
ALTER TABLE push_notifications ADD COLUMN is_seen boolean NOT NULL DEFAULT false;
