-- An event that is not collected yet loses the data of an erased contact, as those in the log do.
grant update (object, previous) on outbox to supportdesk_tickets;
