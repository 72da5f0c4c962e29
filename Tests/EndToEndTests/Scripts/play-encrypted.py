"""Plays encrypted segments in headless Chromium by Media Source Extensions and ClearKey, and prints results as JSON.

    play-encrypted.py FOLDER CASES SECONDS      exit code 0 if all cases end within this number of seconds each

CASES is a JSON list. Each case has `name`, `tracks` (`type` and the `files` of each track in their order, relative to
FOLDER) and `keys` (key by KID, both hexadecimal; an empty object for a player without keys). Each result has `name`,
`what` (`ended`, `waiting for a key` or an error), `seconds`, `frames` and `kids` (those that the player requested).
"""

import functools, http.server, json, queue, subprocess, sys, tempfile, threading, urllib.parse

PAGE = """<!doctype html><body><script>
const base64 = (hex) => btoa(String.fromCharCode(...hex.match(/../g).map((digits) => parseInt(digits, 16))))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const event = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve, {once: true}))
const time = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
async function play({name, tracks, keys}, seconds) {
  const video = document.createElement('video'), kids = new Set()
  video.muted = true
  document.body.append(video)
  const end = Promise.race([
    event(video, 'ended').then(() => 'ended'),
    // Every player waits for the key until the licence arrives; one without keys waits for ever.
    event(video, 'waitingforkey').then(() => time(Object.keys(keys).length ? 1e9 : 1500))
      .then(() => 'waiting for a key'),
    event(video, 'error').then(() => 'error: ' + video.error.message),
    time(seconds * 1000).then(() => 'nothing within the time')])
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
  video.playbackRate = 4
  video.play().catch(() => {})
  const what = await end
  const frames = video.getVideoPlaybackQuality().totalVideoFrames
  video.remove()
  return {name, what, seconds: video.currentTime, kids: [...kids], frames}
}
(async () => {
  const results = []
  for (const example of await (await fetch('/cases')).json()) {
    const failure = (error) => ({name: example.name, what: 'error: ' + error, seconds: 0, frames: 0, kids: []})
    results.push(await play(example, SECONDS).catch(failure))
  }
  fetch('/result', {method: 'POST', body: JSON.stringify(results)})
})()
</script>"""
RESULTS = queue.Queue()


class Pages(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/player":
            return self.answer(PAGE.replace("SECONDS", seconds).encode(), "text/html")
        if path == "/cases":
            return self.answer(json.dumps(cases).encode(), "application/json")
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
            print(f"play-encrypted.py: {sys.exc_info()[1]!r}", file=sys.stderr)


folder, file, seconds = sys.argv[1:]
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
