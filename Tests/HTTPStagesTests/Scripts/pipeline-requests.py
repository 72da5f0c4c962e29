"""Floods a server with pipelined requests on connections with tiny receive windows, while one other client sends single
requests. Prints the number of responses that the flood received during each of these requests: up to 21, or for 30 s.

Usage: pipeline-requests.py PORT CONNECTIONS PATH
"""

import select
import selectors
import socket
import sys
import time

port, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
request = f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode()
end = time.monotonic() + 30
selector = selectors.DefaultSelector()


def connect(window: int | None) -> socket.socket:
    connection = socket.socket()
    if window:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    connection.connect(("127.0.0.1", port))
    connection.setblocking(False)
    return connection


patient = connect(None)
patient.sendall(request)
if not select.select([patient], [], [], 10)[0]:
    sys.exit("there is no answer without a flood either")
size = len(patient.recv(65536))
for _ in range(count):
    selector.register(connect(1024), selectors.EVENT_READ | selectors.EVENT_WRITE)
selector.register(patient, selectors.EVENT_READ)
received, start, waits = 0, 0, []
is_waiting = False
while time.monotonic() < end and len(waits) < 21:
    # The flood is active on all connections.
    if not is_waiting and received > count * size:
        patient.sendall(request)
        is_waiting, start = True, received
    for key, events in selector.select(1):
        if key.fileobj is patient:
            if not patient.recv(65536):
                sys.exit("the server closed the connection")
            waits.append((received - start) // size)
            is_waiting = False
            continue
        try:
            if events & selectors.EVENT_READ:
                received += len(key.fileobj.recv(65536))
            if events & selectors.EVENT_WRITE:
                key.fileobj.send(request * 500)
        except BlockingIOError:
            pass
if is_waiting:
    waits.append((received - start) // size)
print(*waits)
