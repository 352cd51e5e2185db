"""A program of an integrator: prints what it got. `python round_trip.py <address> <key>`"""

import asyncio
import json
import sys
from typing import Any

from supportdesk import AsyncDesk, Desk, InvalidRequestError, NotFoundError, RequestOptions, models, to_attachment

base_url, key = sys.argv[1:]
SUBJECT = "Größe \u2028 𝟞"  # a line separator, which JSON may contain


def new_ticket(mark: str) -> models.NewTicket:
    return {"subject": SUBJECT, "body": "Does it fit?", "contact": {"email": f"{mark}@customer.example"}}


def run() -> dict[str, Any]:
    with Desk(base_url, key) as desk:
        ticket = desk.tickets.create(new_ticket("sync"))
        file = to_attachment("a.txt", "ä".encode())
        note = desk.messages.create(ticket["id"], {"type": "note", "body": "Yes.", "attachments": [file]})
        download = desk.messages.get_attachment(ticket["id"], note["id"], note["attachments"][0]["id"])
        options = RequestOptions(idempotency_key="the-same")
        first = desk.tickets.create(new_ticket("again"), options=options)
        second = desk.tickets.create(new_ticket("again"), options=options)
        replayed = desk.last_response and desk.last_response.is_replayed
        return {
            "bodies": [message["body"] for message in desk.messages.list(ticket["id"], limit=1)],
            "pages": len(list(desk.messages.list(ticket["id"], limit=1).pages())),
            "download": download.text,
            "exported": [line["ticket"]["subject"] for line in desk.tickets.export(contact=ticket["contact"]["id"])],
            "event": next(e["type"] for e in desk.events.subscribe(after=0) if e["resource"]["id"] == ticket["id"]),
            "same": first == second and replayed,
            "errors": errors(desk),
            "limit": desk.last_response and desk.last_response.rate_limit and desk.last_response.rate_limit.limit,
            "archived": desk.knowledge.articles.archive(
                desk.knowledge.articles.create({"title": "Sizes", "body": "They are large."})["id"]
            )["status"],
        }


def errors(desk: Desk) -> list[Any]:
    found: list[Any] = []
    try:
        desk.tickets.get("tkt_01kadszz00e2xv0f1b2c3d4e5f")
    except NotFoundError as error:
        found += [error.code, error.param, bool(error.request_id)]
    try:
        desk.tickets.create({"subject": "", "body": "", "contact": {"id": ""}})
    except InvalidRequestError as error:
        found.append(len(error.errors) > 1)
    try:
        desk.tickets.remove_tag("tkt_1", "..")
    except ValueError:
        found.append("refused")
    return found


async def run_async() -> dict[str, Any]:
    async with AsyncDesk(base_url, key) as desk:
        tickets = await asyncio.gather(*(desk.tickets.create(new_ticket(f"async{n}")) for n in range(3)))
        id = tickets[0]["id"]
        page = await desk.tickets.list(contact=tickets[0]["contact"]["id"]).page()
        async for event in desk.events.subscribe(after=0, types="ticket.created"):
            if event["resource"]["id"] == id:
                break
        return {
            "created": len({ticket["id"] for ticket in tickets}),
            "bodies": [message["body"] async for message in desk.messages.list(id)],
            "exported": len([line async for line in desk.tickets.export()]) >= 3,
            "page": [ticket["id"] for ticket in page["data"]] == [id],
            "event": event["type"],
        }


print(json.dumps({"sync": run(), "async": asyncio.run(run_async())}))
