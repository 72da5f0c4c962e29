"""An S3 server with the bucket `bucket`: prints its port, and exits when its standard input ends."""

import logging, sys, urllib.request

from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
port = server.get_host_and_port()[1]
urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/bucket", method="PUT"), timeout=30).read()
print(port, flush=True)
sys.stdin.read()
