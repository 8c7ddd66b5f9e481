-- The commands of pages, drafts and groups are recorded in client_commands too (decisions/0054).
INSERT INTO client_commands (scope_id, name, client_id, result_id, created_at)
SELECT created_by, 'page:create', client_id, id, created_at FROM pages WHERE client_id IS NOT NULL AND created_at > now() - interval '7 days'
UNION ALL
SELECT drafted_by, 'draft:create', client_id, id, created_at FROM page_drafts WHERE client_id IS NOT NULL AND created_at > now() - interval '7 days'
UNION ALL
SELECT created_by, 'group:create', client_id, thread_id, created_at FROM thread_groups WHERE client_id IS NOT NULL AND created_at > now() - interval '7 days';

ALTER TABLE pages DROP COLUMN client_id, DROP COLUMN content_hash;
ALTER TABLE page_drafts DROP COLUMN client_id, DROP COLUMN content_hash;
ALTER TABLE thread_groups DROP COLUMN client_id, DROP COLUMN content_hash;
