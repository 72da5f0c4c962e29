"""Follows live playlists like a player and saves the files they list: follow-origin.py URL FOLDER RENDITION...

Prints a line for each failed request, and nothing else. SIGTERM ends it.
"""

import http.client
import os
import re
import signal
import sys
import threading
import time
import urllib.parse

address = urllib.parse.urlsplit(sys.argv[1])
folder = sys.argv[2]
over = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: over.set())


class Client:
    def __init__(self, rendition):
        self.rendition = rendition
        self.known = set()
        self.connection = http.client.HTTPConnection(address.netloc, timeout=20)
        os.makedirs(os.path.join(folder, rendition), exist_ok=True)

    def get(self, name, query=""):
        path = address.path + self.rendition + "/" + name + query
        try:
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
            body = answer.read()
        except OSError as problem:
            print(path, problem, flush=True)
            self.connection.close()
            return None
        if answer.status != 200:
            print(answer.status, path, flush=True)
            return None
        with open(os.path.join(folder, self.rendition, name), "wb") as file:
            file.write(body)
        return body.decode("utf-8", "replace")

    def follow(self):
        query = ""
        while not over.is_set():
            text = self.get("playlist.m3u8", query)
            if text is None:
                time.sleep(0.2)
                query = ""
                continue
            for name in listed(text):
                if name not in self.known and self.get(name) is not None:
                    self.known.add(name)
            if "CAN-BLOCK-RELOAD=YES" in text:
                first = int(re.search(r"MEDIA-SEQUENCE:(\d+)", text).group(1))
                tail = text.rsplit("#EXTINF", 1)[-1]
                query = f"?_HLS_msn={first + text.count('#EXTINF')}&_HLS_part={tail.count('#EXT-X-PART:')}"
            else:
                time.sleep(0.1)


def listed(text):
    isGap = False
    for line in text.splitlines():
        uri = re.search(r'^#EXT-X-(?:MAP|PART):.*URI="([^"]+)"', line)
        if uri and "GAP=YES" not in line:
            yield uri.group(1)
        if line == "#EXT-X-GAP":
            isGap = True
        elif line and not line.startswith("#"):
            if not isGap:
                yield line
            isGap = False


threads = [threading.Thread(target=Client(name).follow) for name in sys.argv[3:]]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
