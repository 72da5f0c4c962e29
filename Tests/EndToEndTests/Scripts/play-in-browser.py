"""Plays media of a folder in headless Chromium, and prints the results as JSON.

    play-in-browser.py FOLDER CASES SECONDS [HLS.JS]    exit code 0 if all cases end within this number of seconds each

CASES is a JSON list. Each case has a `name` and one of these:

    `playlist`              played by the browser itself, relative to FOLDER
    `playlist`, `hls`       played by hls.js, whose path is HLS.JS, if `hls` is true
    `tracks`, `keys`        played by Media Source Extensions and ClearKey: `type` and the `files` of each track in their
                            order, and the keys by KID, both hexadecimal; an empty object for a player without keys

Each result has `name`, `what` (`ended`, `waiting for a key` or an error), `seconds`, `width`, `frames` and `kids` (those
that the player requested).
"""

import functools, http.server, json, pathlib, queue, subprocess, sys, tempfile, threading, urllib.parse

PAGE = """<!doctype html><body><script type="module">
const base64 = (hex) => btoa(String.fromCharCode(...hex.match(/../g).map((digits) => parseInt(digits, 16))))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const event = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve, {once: true}))
const time = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function useKeys(video, tracks, keys, kids) {
  const capabilities = (kind) => tracks.filter(({type}) => type.startsWith(kind)).map(({type}) => ({contentType: type}))
  const configuration = {initDataTypes: ['cenc']}
  for (const kind of ['video', 'audio'])
    if (capabilities(kind).length) configuration[kind + 'Capabilities'] = capabilities(kind)
  const access = await navigator.requestMediaKeySystemAccess('org.w3.clearkey', [configuration])
  const system = await access.createMediaKeys()
  await video.setMediaKeys(system)
  video.addEventListener('encrypted', ({initDataType, initData}) => {
    const session = system.createSession()
    session.addEventListener('message', ({message}) => {
      const asked = JSON.parse(new TextDecoder().decode(message)).kids
      asked.forEach((kid) => kids.add(kid))
      const list = Object.entries(keys).map(([kid, k]) => ({kty: 'oct', kid: base64(kid), k: base64(k)}))
      const found = list.filter(({kid}) => asked.includes(kid))
      if (found.length) session.update(new TextEncoder().encode(JSON.stringify({keys: found, type: 'temporary'})))
    })
    session.generateRequest(initDataType, initData)
  })
}

async function append(video, tracks) {
  const source = new MediaSource()
  video.src = URL.createObjectURL(source)
  await event(source, 'sourceopen')
  // All buffers are added before the first bytes.
  const buffers = tracks.map(({type}) => source.addSourceBuffer(type))
  for (const [index, {files}] of tracks.entries())
    for (const file of files) {
      buffers[index].appendBuffer(await (await fetch(file)).arrayBuffer())
      await event(buffers[index], 'updateend')
    }
  source.endOfStream()
}

// A build exports the class, or only a function that makes a player.
function playerClass(module) {
  const isPlayer = (value) => typeof value === 'function' && 'isSupported' in value
  for (const value of Object.values(module)) {
    if (isPlayer(value)) return value
    try {
      const made = value(document.createElement('video'), 'data:application/vnd.apple.mpegurl,')
      made.destroy()
      if (isPlayer(made.constructor)) return made.constructor
    } catch {}
  }
}

async function play({name, playlist, hls, tracks, keys = {}}, seconds) {
  const video = document.createElement('video'), kids = new Set()
  video.muted = true
  video.playsInline = true
  document.body.append(video)
  let fail
  const end = Promise.race([
    event(video, 'ended').then(() => 'ended'),
    // Every player waits for the key until the licence arrives; one without keys waits for ever.
    event(video, 'waitingforkey').then(() => time(Object.keys(keys).length ? 1e9 : 1500))
      .then(() => 'waiting for a key'),
    event(video, 'error').then(() => 'error: ' + video.error.message),
    new Promise((resolve) => { fail = (reason) => resolve('error: ' + reason) }),
    time(seconds * 1000).then(() => 'nothing within the time')])
  let start = 0
  if (tracks) {
    await useKeys(video, tracks, keys, kids)
    await append(video, tracks)
    // The first sample need not have the time zero.
    start = video.buffered.length ? video.buffered.start(0) : 0
    video.currentTime = start
  } else if (hls) {
    const Hls = playerClass(await import('/hls.mjs'))
    const player = new Hls({enableWorker: false})
    player.on(Hls.Events.ERROR, (_, {fatal, type, details}) => { if (fatal) fail(type + ' ' + details) })
    player.loadSource(playlist)
    player.attachMedia(video)
  } else {
    video.src = playlist
  }
  video.onplaying = () => { video.playbackRate = 4 }
  video.playbackRate = 4
  // Playing starts as soon as the media permit it.
  video.autoplay = true
  video.play().catch(() => {})
  const what = await end
  const frames = video.getVideoPlaybackQuality().totalVideoFrames
  const result = {name, what, seconds: video.currentTime - start, width: video.videoWidth, kids: [...kids], frames}
  video.remove()
  return result
}

const results = []
for (const example of await (await fetch('/cases')).json()) {
  const failure = (error) => ({name: example.name, what: 'error: ' + error, seconds: 0, width: 0, frames: 0, kids: []})
  results.push(await play(example, SECONDS).catch(failure))
}
fetch('/result', {method: 'POST', body: JSON.stringify(results)})
</script>"""
RESULTS = queue.Queue()


class Pages(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {
        ".m3u8": "application/vnd.apple.mpegurl", ".mp4": "video/mp4", ".m4s": "video/iso.segment", ".ts": "video/mp2t",
        "": "application/octet-stream",
    }

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/player":
            return self.answer(PAGE.replace("SECONDS", seconds).encode(), "text/html")
        if path == "/cases":
            return self.answer(json.dumps(cases).encode(), "application/json")
        if path == "/hls.mjs" and library:
            return self.answer(pathlib.Path(library[0]).read_bytes(), "text/javascript")
        try:
            super().do_GET()
        except ConnectionError:
            self.close_connection = True

    def do_POST(self):
        RESULTS.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(b"", "text/plain")

    def answer(self, body, type):
        self.send_response(200)
        self.send_header("Content-Type", type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            print(f"play-in-browser.py: {sys.exc_info()[1]!r}", file=sys.stderr)


folder, file, seconds, *library = sys.argv[1:]
cases = json.load(open(file))
server = Server(("127.0.0.1", 0), functools.partial(Pages, directory=folder))
threading.Thread(target=server.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    browser = subprocess.Popen(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"]
        + ["--no-first-run", "--autoplay-policy=no-user-gesture-required", "--disable-background-timer-throttling"]
        + [f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/player"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        results = RESULTS.get(timeout=float(seconds) * len(cases) + 20)
    except queue.Empty:
        results = []
    finally:
        browser.terminate()
        browser.wait()
print(json.dumps(results))
sys.exit(len(results) < len(cases))
