-- Pages, their members, revisions and drafts. Pages are deleted softly, since other units
-- must receive the deletion.
CREATE TABLE pages (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  is_public boolean NOT NULL,
  -- Number of the published revision in page_revisions.
  revision integer NOT NULL DEFAULT 1,
  -- The excerpt and the media of cards, stored here so that a list reads no content.
  excerpt text NOT NULL,
  media_kind text CHECK (media_kind IN ('image', 'video')),
  media_file_id uuid REFERENCES files ON DELETE SET NULL,
  media_alt text,
  -- The normalized text for searches.
  words text NOT NULL,
  created_by uuid NOT NULL REFERENCES users,
  client_id uuid,
  content_hash bytea,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX pages_by_client ON pages (created_by, client_id) WHERE client_id IS NOT NULL;

-- The row is deleted when a member is removed.
CREATE TABLE page_members (
  id uuid NOT NULL UNIQUE,
  page_id uuid NOT NULL REFERENCES pages ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  can_update boolean NOT NULL,
  can_moderate_updates boolean NOT NULL,
  can_moderate_members boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (page_id, user_id)
);
CREATE INDEX page_members_by_user ON page_members (user_id);

-- All published revisions. Rows never change.
CREATE TABLE page_revisions (
  page_id uuid NOT NULL REFERENCES pages ON DELETE CASCADE,
  revision integer NOT NULL,
  -- Title of the page at the time of publication.
  title text NOT NULL,
  -- Rich text as JSON. The type is text, so that it is returned unchanged.
  content text NOT NULL,
  published_by uuid NOT NULL REFERENCES users,
  published_at timestamptz NOT NULL,
  -- Null when the revision was published without a draft.
  drafted_by uuid REFERENCES users,
  restored_from integer,
  PRIMARY KEY (page_id, revision)
);

CREATE TABLE page_drafts (
  id uuid PRIMARY KEY,
  page_id uuid NOT NULL REFERENCES pages ON DELETE CASCADE,
  -- The published revision that the draft is based on.
  base_revision integer NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'discarded')),
  content text NOT NULL,
  excerpt text NOT NULL,
  review_remarks text,
  reviewed_by uuid REFERENCES users,
  reviewed_at timestamptz,
  drafted_by uuid NOT NULL REFERENCES users,
  client_id uuid,
  content_hash bytea,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (page_id, base_revision) REFERENCES page_revisions,
  CHECK ((status IN ('approved', 'rejected')) = (reviewed_by IS NOT NULL)),
  CHECK ((reviewed_at IS NULL) = (reviewed_by IS NULL))
);
CREATE UNIQUE INDEX page_drafts_by_client ON page_drafts (drafted_by, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX page_drafts_pending ON page_drafts (page_id, id) WHERE status = 'pending';
CREATE INDEX page_drafts_by_author ON page_drafts (drafted_by, page_id, id);

-- Files in the content of pages. The uses of a file determine who may read it.
CREATE TABLE documents (
  id uuid PRIMARY KEY,
  file_id uuid NOT NULL UNIQUE REFERENCES files,
  uploaded_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX documents_by_age ON documents (created_at);

-- Uses of a document: by a revision of a page or by a draft.
CREATE TABLE document_uses (
  document_id uuid NOT NULL REFERENCES documents,
  page_id uuid NOT NULL REFERENCES pages ON DELETE CASCADE,
  revision integer,
  draft_id uuid REFERENCES page_drafts ON DELETE CASCADE,
  FOREIGN KEY (page_id, revision) REFERENCES page_revisions ON DELETE CASCADE,
  CHECK (num_nonnulls(revision, draft_id) = 1),
  UNIQUE NULLS NOT DISTINCT (document_id, page_id, revision, draft_id)
);

ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment', 'document'));

-- For the hourly job that deletes the images of deleted posts.
CREATE INDEX comments_with_image ON comments (post_id) WHERE image_file_id IS NOT NULL;
