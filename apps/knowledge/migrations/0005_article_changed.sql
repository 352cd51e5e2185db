-- An article may also have changed that was found for the ticket, so that its draft does not stand any more.
alter table answered_tickets add column article_changed boolean not null default false;
-- The tickets for which an article was found.
create index ticket_retrievals_of_article on ticket_retrievals (workspace_id, article_id, ticket_id);
