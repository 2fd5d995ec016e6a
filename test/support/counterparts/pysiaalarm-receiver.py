"""A receiver that nobody here wrote: pysiaalarm listens, answers as it does, and says what it read, a line of JSON each."""
import json
import sys

from pysiaalarm import SIAAccount
from pysiaalarm.sync.server import SIATCPServer
from pysiaalarm.utils import Counter


def heard(event):
    print(json.dumps({"code": event.code, "account": event.account, "zone": event.message or event.ri, "x": event.x_data}), flush=True)


accounts = {one["account"]: SIAAccount(one["account"], one.get("key"), tuple(one["band"]) if "band" in one else (40, 20)) for one in json.loads(sys.argv[1])}
server = SIATCPServer(("127.0.0.1", 0), accounts, heard, Counter())
print(json.dumps({"port": server.server_address[1]}), flush=True)
server.serve_forever()
