"""Replaces a service as a service manager does, and prints the results of a viewer as JSON.

    upgrade-service.py URL PROGRAM ARGUMENT ...

The first process opens its listening sockets itself and passes them to the manager (FDSTORE). They are inherited by the
next processes: the first one is stopped by SIGTERM, the second one is killed. Meanwhile a viewer reloads the playlist at
the URL, with a new connection for each request, and fetches each segment that it lists.
"""

import array, fcntl, json, os, re, signal, socket, subprocess, sys, tempfile, threading, time, urllib.parse

address, *words = sys.argv[1:]
url = urllib.parse.urlsplit(address)
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "notify")
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(path)
notify.settimeout(0.1)
kept, messages, done = {}, [], threading.Event()
failures, statuses, listed, longest, target, lock = [], [], {}, [0.0], [0], threading.Lock()


def receive(wanted: str, seconds: float) -> bool:
    """Records messages and kept sockets until a message has the wanted line."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            data, control, _, _ = notify.recvmsg(65536, socket.CMSG_SPACE(4))
        except TimeoutError:
            continue
        lines = data.decode().split("\n")
        messages.append(data.decode())
        names = [line.removeprefix("FDNAME=") for line in lines if line.startswith("FDNAME=")]
        if "FDSTORE=1" in lines:
            number = array.array("i", control[0][2][:4])[0]
            kept[names[0]] = fcntl.fcntl(number, fcntl.F_DUPFD, 100)
            os.close(number)
        if "FDSTOREREMOVE=1" in lines and names[0] in kept:
            os.close(kept.pop(names[0]))
        if wanted in lines:
            return True
    return False


def start() -> subprocess.Popen:
    names = sorted(kept)
    environment = os.environ | {"NOTIFY_SOCKET": path, "LISTEN_FDS": str(len(names)), "LISTEN_FDNAMES": ":".join(names)}
    inherited = " ".join(f"{number}<&{kept[name]}" for number, name in enumerate(names, 3))
    return subprocess.Popen(["bash", "-c", f'export LISTEN_PID=$$; exec "$@" {inherited}', "bash", *words], env=environment,
                            pass_fds=[kept[name] for name in names], stdout=subprocess.DEVNULL, stderr=sys.stderr)


def get(path: str) -> str:
    begin = time.monotonic()
    try:
        with socket.create_connection((url.hostname, url.port), timeout=30) as client:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while block := client.recv(65536):
                answer += block
    except OSError as error:
        failures.append(f"{path}: {error}")
        return ""
    longest[0] = max(longest[0], time.monotonic() - begin)
    head, _, body = answer.partition(b"\r\n\r\n")
    statuses.append(head[9:12].decode())
    if statuses[-1] != "200":
        failures.append(f"{path}: status '{statuses[-1]}'")
    return body.decode("latin-1")


def view() -> None:
    base = url.path.rsplit("/", 1)[0]
    while not done.is_set():
        text = get(url.path)
        first = re.search(r"MEDIA-SEQUENCE:(\d+)", text)
        names = re.findall(r"^[^#\n].*", text, re.MULTILINE) if first else []
        for number, name in enumerate(names, int(first.group(1)) if first else 0):
            if number in listed and listed[number] != name:
                failures.append(f"number {number} is {listed[number]}, then {name}")
            if number not in listed:
                listed[number] = name
                get(f"{base}/{name}")
        if duration := re.search(r"TARGETDURATION:(\d+)", text):
            target[0] = int(duration.group(1))
        time.sleep(0.05)


def advance(count: int) -> None:
    """Waits until the viewer has seen further segments."""
    end, deadline = len(listed) + count, time.monotonic() + 30
    while len(listed) < end and time.monotonic() < deadline:
        receive("nothing", 0.1)


process = start()
if not receive("READY=1", 90):
    sys.exit("the service is not ready")
viewer = threading.Thread(target=view)
viewer.start()
advance(4)
codes = []
for number in [signal.SIGTERM, signal.SIGKILL]:
    process.send_signal(number)
    codes.append(process.wait(60))
    process = start()
    receive("READY=1", 60)
    advance(4)
done.set()
viewer.join(60)
receive("nothing", 0.3)
names = sorted(kept)
process.send_signal(signal.SIGTERM)
codes.append(process.wait(60))
print(json.dumps({"codes": codes, "failures": failures, "statuses": len(statuses), "longest": longest[0],
                  "target": target[0], "numbers": sorted(listed), "files": [listed[number] for number in sorted(listed)],
                  "kept": names, "messages": messages}))
