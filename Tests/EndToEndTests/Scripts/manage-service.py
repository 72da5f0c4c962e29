"""Starts a program as a service manager does, and prints its notifications and the clients' results as JSON.

    manage-service.py FILE PROGRAM ARGUMENT ...

The program inherits a listening socket; @PORT@ in an argument is its port. Starts the program, waits for READY=1, appends a
comment to FILE and sends SIGHUP, sends SIGTERM, and starts the program a second time on the same socket. A client
requests /live/index.m3u8 again and again from the first READY=1 on.
"""

import json, os, pathlib, signal, socket, subprocess, sys, tempfile, threading, time

pipeline, *words = sys.argv[1:]
listener = socket.create_server(("127.0.0.1", 0), backlog=64)
port = listener.getsockname()[1]
words = [word.replace("@PORT@", str(port)) for word in words]
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "notify")
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(path)
notify.settimeout(0.2)
messages, refused, statuses, done = [], [], [], threading.Event()


def receive(wanted: str, seconds: float) -> bool:
    """Records messages until one has the wanted line."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            text = notify.recv(65536).decode()
        except TimeoutError:
            continue
        messages.append(text)
        if wanted in text.split("\n"):
            return True
    return False


def start() -> subprocess.Popen:
    environment = os.environ | {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000000", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "web"}
    # The shell knows the process identifier that the program keeps.
    line = f'export LISTEN_PID=$$ WATCHDOG_PID=$$; exec "$@" 3<&{listener.fileno()}'
    return subprocess.Popen(["bash", "-c", line, "bash", *words], env=environment, pass_fds=[listener.fileno()],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def request() -> None:
    while not done.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(b"GET /live/index.m3u8 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                answer = b""
                while block := client.recv(65536):
                    answer += block
            statuses.append(answer[9:12].decode())
        except OSError as error:
            refused.append(str(error))
        time.sleep(0.05)


def main() -> int:
    codes, marks = [], {}
    process = start()
    if not receive("READY=1", 60):
        print(process.communicate(timeout=5), file=sys.stderr)
        return 1
    client = threading.Thread(target=request)
    client.start()
    receive("WATCHDOG=1", 10)
    receive("WATCHDOG=1", 10)
    marks["reload"] = len(messages)
    with pathlib.Path(pipeline).open("a") as file:
        file.write("# changed\n")
    process.send_signal(signal.SIGHUP)
    receive("READY=1", 20)
    marks["stop"] = len(messages)
    process.send_signal(signal.SIGTERM)
    errors = process.communicate(timeout=60)[1].decode()
    codes.append(process.returncode)
    while receive("nothing", 0.3):
        pass
    marks["restart"] = len(messages)
    process = start()
    receive("READY=1", 60)
    count = len(statuses)
    while len(statuses) < count + 2 and process.poll() is None:
        time.sleep(0.05)
    done.set()
    client.join(30)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    codes.append(process.returncode)
    print(json.dumps({"messages": messages, "marks": marks, "refused": refused, "statuses": statuses, "codes": codes,
                      "errors": errors}))
    return 0


sys.exit(main())
