-- The alert groups whose alerts a feed has; null: those of all groups.
ALTER TABLE alert_feeds ADD group_ids uuid[];
