"""A program of an integrator, with the package that openapi-python-client generated beside it.

`python round_trip.py <address> <key>` prints what it got.
"""

import json
import sys

from desk.api.knowledge_base import search_articles
from desk.api.tickets import create_ticket, create_ticket_message, list_tickets
from desk.client import AuthenticatedClient
from desk.models import (
    ContactByEmail,
    ContactById,
    Error,
    Intent,
    NewMessage,
    NewMessageType,
    NewTicket,
    Search,
    Ticket,
)

address, key = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=key)


def new_ticket(contact: ContactByEmail | ContactById) -> NewTicket:
    return NewTicket(subject="Refund", body="I want my money back.", contact=contact)


by_email = new_ticket(ContactByEmail(email="generated@customer.example"))
created = create_ticket.sync(client=client, body=by_email)
assert isinstance(created, Ticket), created
assert isinstance(created.ai.intent, Intent)
by_id = new_ticket(ContactById(id=created.contact.id))
second = create_ticket.sync(client=client, body=by_id)
assert isinstance(second, Ticket), second
message = NewMessage(type_=NewMessageType.NOTE, body="No attachments are needed.")
note = create_ticket_message.sync(id=created.id, client=client, body=message)
listed = list_tickets.sync(client=client, contact=created.contact.id)
refused = create_ticket.sync(client=client, body=new_ticket(ContactById(id="cnt_1")))
assert isinstance(refused, Error)
found = search_articles.sync_detailed(client=client, body=Search(query="refund"))
results = {
    "contactOfSecond": second.contact.id == created.contact.id,
    "note": note.type_,
    "listed": any(ticket.id == created.id for ticket in listed.data),
    "refused": refused.error.code,
    "search": found.status_code,
}
print(json.dumps(results))
