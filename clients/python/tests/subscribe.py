"""Prints the ids of tickets as they are created: `python subscribe.py <address> <key> <after> <count> <sync|async>`."""

import asyncio
import sys

from supportdesk import AsyncDesk, Desk

base_url, key, after, count, flavour = sys.argv[1:]


def run() -> None:
    with Desk(base_url, key) as desk:
        for n, event in enumerate(desk.events.subscribe(after=int(after), types="ticket.created"), 1):
            print(event["resource"]["id"], flush=True)
            if n == int(count):
                return


async def run_async() -> None:
    async with AsyncDesk(base_url, key) as desk:
        n = 0
        async for event in desk.events.subscribe(after=int(after), types="ticket.created"):
            print(event["resource"]["id"], flush=True)
            n += 1
            if n == int(count):
                return


if flavour == "sync":
    run()
else:
    asyncio.run(run_async())
