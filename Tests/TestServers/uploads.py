"""A server of resumable uploads, which interrupts them and gives wrong answers if a test says so.

    uploads.py FOLDER

`/create/NAME?…` makes an upload, `/upload/NAME` is its upload resource, and `/seen/NAME` returns its state. The query has options:
`cuts=1000,5000` resets the connection when the upload has that many bytes; `offset=TEXT` is the offset that HEAD returns instead of the
real one, from its `from`th request on; `echo=1` answers with the body instead of its SHA-256; `early=1` reports the upload as complete
after the first cut; `hang=1` answers no HEAD. One line of JSON on standard output gives the port. The server ends when its standard input
ends.

Source: draft-ietf-httpbis-resumable-upload-12.
"""

import asyncio
import hashlib
import json
import sys

import odd

VERSION = ("Upload-Draft-Interop-Version", "8")
uploads = {}


class Upload:
    def __init__(self, exchange):
        self.query = exchange.query
        self.data = bytearray()
        self.cuts = [int(cut) for cut in exchange.query.get("cuts", "").split(",") if cut]
        self.length = int(exchange.field("upload-length", "-1"))
        self.is_complete = False
        self.requests, self.asked = [], 0

    async def take(self, exchange, name):
        """Reads the body, up to the next cut."""
        async for data in exchange.chunks():
            if self.cuts and len(self.data) + len(data) >= self.cuts[0]:
                self.data += data[:max(0, self.cuts.pop(0) - len(self.data))]
                exchange.reset()
                raise ConnectionError("cut")
            self.data += data
        self.is_complete = exchange.field("upload-complete") == "?1"
        flag = "?1" if self.is_complete else "?0"
        digest = hashlib.sha256(self.data).hexdigest()
        await exchange.answer(200, [("Upload-Complete", flag)], bytes(self.data) if "echo" in self.query else digest.encode())


def record(upload, exchange):
    upload.requests.append({"method": exchange.method, "fields": exchange.fields})


@odd.route
async def create(exchange):
    name = exchange.part(1, "")
    upload = uploads[name] = Upload(exchange)
    record(upload, exchange)
    if exchange.field("upload-draft-interop-version") == VERSION[1]:
        await exchange.head(104, VERSION, ("Location", f"/upload/{name}"))
        # A reset would discard input that the client has not read.
        await asyncio.sleep(0.05)
    await upload.take(exchange, name)


@odd.route
async def upload(exchange):
    name = exchange.part(1, "")
    upload = uploads.get(name)
    if upload is None:
        return await exchange.answer(404)
    record(upload, exchange)
    if exchange.method == "HEAD":
        upload.asked += 1
        if "hang" in upload.query:
            return await asyncio.sleep(60)
        offset = len(upload.data)
        if "offset" in upload.query and upload.asked >= int(upload.query.get("from", "1")):
            offset = upload.query["offset"]
        isdone = upload.is_complete or "early" in upload.query
        fields = [("Upload-Offset", offset), ("Upload-Complete", "?1" if isdone else "?0"), ("Upload-Length", upload.length)]
        await exchange.body()
        await exchange.head(204, *fields, ("Cache-Control", "no-store"))
    elif exchange.method == "DELETE":
        del uploads[name]
        await exchange.answer(204)
    elif int(exchange.field("upload-offset", "-1")) != len(upload.data):
        await exchange.answer(409, [("Upload-Offset", len(upload.data)), ("Upload-Complete", "?0")])
    else:
        await upload.take(exchange, name)


@odd.route
async def seen(exchange):
    upload = uploads.get(exchange.part(1, ""))
    await exchange.answer_json(None if upload is None else {
        "sha256": hashlib.sha256(upload.data).hexdigest(), "length": len(upload.data),
        "methods": [request["method"] for request in upload.requests], "complete": upload.is_complete,
    })


async def main(folder):
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    server = await asyncio.start_server(odd.serve, "127.0.0.1", 0, limit=1 << 20, backlog=512)
    print(json.dumps({"http": server.sockets[0].getsockname()[1]}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
