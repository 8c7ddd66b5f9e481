-- No reply had the locations of comments and sign-outs (decisions/0158). The rows are updated first, because a
-- dropped column keeps its values on the disk.
UPDATE comments SET latitude = NULL, longitude = NULL WHERE latitude IS NOT NULL OR longitude IS NOT NULL;
UPDATE activity_logs SET latitude = NULL, longitude = NULL, accuracy = NULL
WHERE latitude IS NOT NULL OR longitude IS NOT NULL OR accuracy IS NOT NULL;

ALTER TABLE comments DROP COLUMN latitude, DROP COLUMN longitude;
ALTER TABLE activity_logs DROP COLUMN latitude, DROP COLUMN longitude, DROP COLUMN accuracy;
