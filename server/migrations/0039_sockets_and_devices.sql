-- The socket of a page in a radio chat. A page that reconnects has a new one, and what the earlier socket ends late has no effect.
-- No socket is open during a migration.
ALTER TABLE radio_members ADD socket_id text NOT NULL DEFAULT '';

-- The device that gave the answer. An answer that waited on another device does not replace a later one.
ALTER TABLE alert_ledger ADD answer_device uuid;
