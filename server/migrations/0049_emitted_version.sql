-- The highest version of an alert that an event contained.
ALTER TABLE alerts RENAME COLUMN told_version TO emitted_version;
ALTER INDEX alerts_untold RENAME TO alerts_with_pending_event;
