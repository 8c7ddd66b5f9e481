-- The picture of a group chat. Its members read the file.
ALTER TABLE thread_groups ADD picture_file_id uuid REFERENCES files ON DELETE SET NULL;
ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment', 'document', 'group'));
