-- Outside of a transaction.
drop index concurrently if exists tickets.ticket_search_words;
