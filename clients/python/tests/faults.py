"""Creates tickets through a faulty proxy: `python faults.py <address> <key> <mark> <count>` prints the number of ids."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

from supportdesk import AsyncDesk, Desk, models

base_url, key, mark, count = sys.argv[1:]
AT_ONCE = 25
TIMEOUT = 5.0  # for responses that the proxy holds back
TOTAL_TIMEOUT = 600.0  # far above what a busy machine needs


def new_ticket(n: int) -> models.NewTicket:
    contact: models.ContactByEmail = {"email": "clients@example.com"}
    return {"subject": f"{mark} {n}", "body": "Where is my parcel?", "contact": contact}


async def create_async(numbers: range) -> set[str]:
    async with AsyncDesk(base_url, key, timeout=TIMEOUT, total_timeout=TOTAL_TIMEOUT) as desk:
        free = asyncio.Semaphore(AT_ONCE)

        async def create(n: int) -> str:
            async with free:
                return (await desk.tickets.create(new_ticket(n)))["id"]

        return set(await asyncio.gather(*map(create, numbers)))


def create_sync(numbers: range) -> set[str]:
    with Desk(base_url, key, timeout=TIMEOUT, total_timeout=TOTAL_TIMEOUT) as desk, ThreadPoolExecutor(AT_ONCE) as pool:
        return set(pool.map(lambda n: desk.tickets.create(new_ticket(n))["id"], numbers))


async def main() -> None:
    half = int(count) // 2
    sync = asyncio.to_thread(create_sync, range(half))
    ids = await asyncio.gather(sync, create_async(range(half, int(count))))
    print(len(ids[0] | ids[1]))


asyncio.run(main())
