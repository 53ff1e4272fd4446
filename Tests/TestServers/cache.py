"""The server that the public tests of HTTP caches use.

    cache.py FOLDER

It has the routes of `odd.py` and those below. A test first sets the answers: `PUT /config/NAME` with the JSON list of its requests. Then
`/test/NAME`, with any suffix, answers as the list says, and `/state/NAME` returns the received requests as JSON. One line of JSON on
standard output gives the port. The server ends when its standard input ends.
"""

import asyncio
import email.utils
import json
import sys
import time

import odd

DATES = ("date", "expires", "last-modified", "if-modified-since", "if-unmodified-since")
PLACES = ("location", "content-location")
LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

scripts = {}
arrivals = {}


@odd.route
async def config(exchange):
    """`PUT /config/NAME`: sets the answers to the requests of a test."""
    scripts[exchange.part(1, "")] = json.loads(await exchange.body())
    arrivals[exchange.part(1, "")] = []
    await exchange.answer(201)


@odd.route
async def state(exchange):
    """`/state/NAME`: the received requests, in order, with the fields that were sent and those that are expected."""
    await exchange.answer_json(arrivals.get(exchange.part(1, ""), []))


def date_text(moment, is_long):
    if not is_long:
        return email.utils.formatdate(moment, usegmt=True)
    parts = time.gmtime(moment)
    return LONG_DAYS[parts.tm_wday] + time.strftime(", %d-%b-%y %H:%M:%S GMT", parts)


def line_of(field, step, target, now):
    """Returns a field to send: numbers are seconds from now, and file names are URLs below the test's URL."""
    name, value = field[0].lower(), field[1]
    if name in DATES and isinstance(value, int):
        value = date_text(now + value, name in step.get("rfc850date", ()))
    if name in PLACES and step.get("magic_locations"):
        value = f"{target}/{value}" if value else target
    return field[0], str(value)


def last_value(fields, name):
    found = [field[1] for field in fields if field[0].lower() == name]
    return found[-1] if found else None


def is_confirmed(step, before, exchange):
    """Whether the request has the validator of the previous answer, as text."""
    if before is None or not step.get("expected_type", "").endswith("validated"):
        return None
    pairs = (("last-modified", "if-modified-since"), ("etag", "if-none-match"))
    return any(
        before[name] is not None and before[name] == exchange.field(condition) for name, condition in pairs
    )


@odd.route
async def test(exchange):
    """`/test/NAME`: the answer to the request with the number in Req-Num."""
    name = exchange.part(1, "")
    await exchange.body()
    number = int(exchange.field("req-num", "0")) or len(arrivals[name]) + 1
    step = scripts[name][number - 1]
    if "response_pause" in step:
        await asyncio.sleep(step["response_pause"])
    now = int(time.time())
    for status, fields in ((one[0], one[1] if len(one) > 1 else []) for one in step.get("interim_responses", ())):
        await exchange.head(status, *fields)
    # A condition is compared with the previous answer, with dates as text.
    before = arrivals[name][-1]["validators"] if arrivals[name] else None
    confirmed = is_confirmed(step, before, exchange)
    status = 304 if confirmed else 999 if confirmed is False else step.get("response_status", [200])[0]
    lines = [line_of(field, step, exchange.target.split("?")[0], now) for field in step.get("response_headers", ())]
    expected = {}
    for field, line in zip(step.get("response_headers", ()), lines):
        if len(field) < 3 or field[2]:
            expected.setdefault(line[0].lower(), []).append(line[1])
    arrivals[name].append({
        "number": number, "method": exchange.method,
        "fields": {key.lower(): value for key, value in exchange.fields},
        "expected": {key: ", ".join(values) for key, values in expected.items()},
        "validators": {key: last_value(lines, key) for key in ("last-modified", "etag")},
    })
    if step.get("disconnect"):
        exchange.reset()
        exchange.connection.is_open = False
        return
    head = [
        ("Server-Request-Count", len(arrivals[name])), ("Client-Request-Count", number), ("Server-Now", now),
        ("Server-Base-Url", exchange.target), ("Request-Numbers", " ".join(str(one["number"]) for one in arrivals[name])),
    ]
    names = {line[0].lower() for line in lines}
    if "date" not in names:
        head.append(("Date", date_text(now, False)))
    if "content-type" not in names:
        head.append(("Content-Type", "text/plain"))
    body = (step.get("response_body") or name).encode()
    if status in (204, 304):
        body = b""
    elif "content-length" in names:
        # The length that the test names is the length of the body.
        body = (body + b" " * 1000)[:int(last_value(lines, "content-length"))]
    else:
        head.append(("Content-Length", len(body)))
    await exchange.head(status, *head, *lines)
    if exchange.method != "HEAD":
        await exchange.send(body)


async def main(folder):
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    server = await asyncio.start_server(odd.serve, "127.0.0.1", 0, limit=1 << 20, backlog=1024)
    print(json.dumps({"http": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
