-- When another unit last sent a request to this one. It reaches this server then, and tells it at once what it writes; this server
-- waits at the others for what they write.
ALTER TABLE sync_units ADD last_request_at timestamptz;
