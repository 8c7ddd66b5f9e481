-- Pages that units exchange (docs/architecture/units.md). Versions that run beside this one write none of these columns.
ALTER TABLE pages ADD scope text NOT NULL DEFAULT 'unit' CHECK (scope IN ('unit', 'group')),
  ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid;

-- A revision number of a page is of one server: from 1 for what was published here, at most 0 for what another unit has published
-- and this one has not.
ALTER TABLE page_revisions ADD id uuid UNIQUE,
  -- The ids of the revisions that it replaces, the one that was published first.
  ADD parents uuid[],
  -- Whether another revision has it as a parent, also one that the retention has removed.
  ADD is_replaced boolean NOT NULL DEFAULT false,
  ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid;

-- The id of the revision that the draft brings into the page: units published it and another one from the same revision.
ALTER TABLE page_drafts ADD merges uuid;

UPDATE page_revisions SET id = gen_random_uuid();
UPDATE page_revisions r SET
  parents = COALESCE((SELECT ARRAY[b.id] FROM page_revisions b WHERE b.page_id = r.page_id AND b.revision < r.revision
    ORDER BY b.revision DESC LIMIT 1), '{}'),
  is_replaced = EXISTS (SELECT FROM page_revisions b WHERE b.page_id = r.page_id AND b.revision > r.revision);

-- Completes a revision that a version before writes, and marks those that it replaces.
CREATE FUNCTION complete_page_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id := COALESCE(NEW.id, gen_random_uuid());
  NEW.parents := COALESCE(NEW.parents, (SELECT ARRAY[r.id] FROM pages p
    JOIN page_revisions r ON r.page_id = p.id AND r.revision = p.revision WHERE p.id = NEW.page_id), '{}');
  NEW.is_replaced := EXISTS (SELECT FROM page_revisions WHERE page_id = NEW.page_id AND NEW.id = ANY (parents));
  UPDATE page_revisions SET is_replaced = true WHERE page_id = NEW.page_id AND id = ANY (NEW.parents) AND NOT is_replaced;
  RETURN NEW;
END $$;
CREATE TRIGGER complete_page_revision BEFORE INSERT ON page_revisions FOR EACH ROW EXECUTE FUNCTION complete_page_revision();

-- A revision is later than those that it replaces, whatever the clock says.
CREATE FUNCTION sync_touch_page_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NEW; END IF;
  NEW.changed := sync_stamp(COALESCE(
    (SELECT max(changed) FROM page_revisions WHERE page_id = NEW.page_id AND id = ANY (NEW.parents)), 0));
  NEW.changed_by := (SELECT unit_id FROM sync_self);
  RETURN NEW;
END $$;

-- Notes a page with all its revisions.
CREATE FUNCTION sync_note_page_content(page uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_note_author(author) FROM (
    SELECT created_by AS author FROM pages WHERE id = page
    UNION SELECT published_by FROM page_revisions WHERE page_id = page
    UNION SELECT drafted_by FROM page_revisions WHERE page_id = page) AS authors;
  INSERT INTO sync_outbox (kind, key)
  SELECT 'page', page::text
  UNION ALL SELECT 'pageRevision', id::text FROM page_revisions WHERE page_id = page;
END $$;

CREATE FUNCTION sync_note_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NEW.scope <> 'group' THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND OLD.scope = 'group' THEN
    PERFORM sync_note('page', NEW.id::text);
  ELSE
    PERFORM sync_note_page_content(NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_note_page_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR NOT EXISTS (SELECT FROM pages WHERE id = NEW.page_id AND scope = 'group') THEN RETURN NULL; END IF;
  PERFORM sync_note_author(NEW.published_by);
  PERFORM sync_note_author(NEW.drafted_by);
  PERFORM sync_note('pageRevision', NEW.id::text);
  RETURN NULL;
END $$;

-- Requests the erasure of all revisions of a deleted page in the segments of this unit. What it deletes of others is deleted here
-- alone, and no words of it are erased.
CREATE FUNCTION sync_erase_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() OR EXISTS (SELECT FROM users WHERE id = NEW.created_by AND home_unit IS NULL) THEN
    INSERT INTO sync_erasures (kind, key) VALUES ('pageRevision', NEW.id::text) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

-- Returns what sync_deleted returns, of pages.
CREATE FUNCTION sync_deleted_pages() RETURNS TABLE (kind text, key text) LANGUAGE sql STABLE AS $$
  SELECT one.kind, p.id::text FROM pages p JOIN users creator ON creator.id = p.created_by
    CROSS JOIN (VALUES ('page'), ('pageRevision')) AS one (kind)
  WHERE p.scope = 'group' AND p.deleted_at IS NOT NULL
    AND (creator.home_unit IS NULL OR p.changed_by IS DISTINCT FROM (SELECT unit_id FROM sync_self))
$$;

CREATE TRIGGER sync_touch BEFORE INSERT OR UPDATE OF title, is_public, scope, deleted_at ON pages
  FOR EACH ROW EXECUTE FUNCTION sync_touch();
CREATE TRIGGER sync_erase AFTER UPDATE OF deleted_at ON pages FOR EACH ROW
  WHEN (NEW.scope = 'group' AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION sync_erase_page();
CREATE TRIGGER sync_zz_note AFTER INSERT OR UPDATE OF title, is_public, scope, deleted_at ON pages
  FOR EACH ROW EXECUTE FUNCTION sync_note_page();
CREATE TRIGGER sync_touch BEFORE INSERT ON page_revisions FOR EACH ROW EXECUTE FUNCTION sync_touch_page_revision();
CREATE TRIGGER sync_zz_note AFTER INSERT ON page_revisions FOR EACH ROW EXECUTE FUNCTION sync_note_page_revision();

ALTER TABLE pages DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_erase, DISABLE TRIGGER sync_zz_note;
ALTER TABLE page_revisions DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note;
