-- Uploads to alerts and views of posts are recorded in client_commands (decisions/0054). Their old rows are not kept, because they do
-- not name the alert or the post.
DROP TABLE client_writes;
