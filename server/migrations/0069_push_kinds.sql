-- A kind of notifications is declared by its feature (server: definePush).
ALTER TABLE push_notifications DROP CONSTRAINT push_notifications_kind_check;
