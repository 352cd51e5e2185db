"""Prints the ids of all tickets: `python export.py <address> <key> <sync|async>`."""

import asyncio
import sys

from supportdesk import AsyncDesk, Desk

base_url, key, flavour = sys.argv[1:]


def run() -> None:
    with Desk(base_url, key) as desk:
        for line in desk.tickets.export():
            print(line["ticket"]["id"])


async def run_async() -> None:
    async with AsyncDesk(base_url, key) as desk:
        async for line in desk.tickets.export():
            print(line["ticket"]["id"])


if flavour == "sync":
    run()
else:
    asyncio.run(run_async())
