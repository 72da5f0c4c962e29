import Media

extension OriginPage {
    /// The function that finds the class of hls.js in a build, for scripts.
    static let playerClassScript = """
        // A build sets window.Hls, exports the class, or exports only a factory function.
        function playerClass(module) {
          const isPlayer = (value) => typeof value === 'function' && 'isSupported' in value;
          for (const value of Object.values(module)) {
            if (isPlayer(value)) return value;
            try {
              const made = value(document.createElement('video'), 'data:application/vnd.apple.mpegurl,');
              made.destroy();
              if (isPlayer(made.constructor)) return made.constructor;
            } catch {}
          }
        }
        """

    /// The player page's script. Plays with hls.js if it is available, or else with the browser's native HLS, and shows
    /// playback figures. The query `?native` forces native playback. Encrypted samples are decrypted with ClearKey licences
    /// of the origin, or of the URL in the playlist.
    static let playerScript = """
        'use strict';
        const video = document.getElementById('video'), table = document.getElementById('figures');
        const chart = document.getElementById('chart'), state = document.getElementById('state');
        const stream = document.getElementById('stream');
        const source = video.dataset.playlist && new URL(video.dataset.playlist, location.href).href;
        // /NAME/?native disables hls.js.
        const isNative = new URLSearchParams(location.search).has('native');
        let hls = null, level = null, ladder = [], stalls = 0, lateStalls = 0, began = null, failure = null;
        // Whether the viewer has chosen to be behind the live edge, and the positions before a seek and for a restart.
        let isDelayed = false, position = 0, resume = -1;
        // The pending restart, the number of restarts without success, and the number of listed segments at the last progress.
        let restart = null, restarted = 0, attempts = 0, newest = 0, newestSeen = 0, moved = 0;
        // Whether the live stream has ended, and whether the playlist could be loaded.
        let hasEnded = false, isOffline = false;
        const tell = (text) => { state.textContent = text; };
        const seconds = (value) => Number.isFinite(value) ? value.toFixed(2) + ' s' : '–';
        \(playerClassScript)
        // hls.js passes no initialization data of ClearKey to the key session, so it is made of the key identifier.
        function keySystems() {
          if (!video.dataset.licence || !navigator.requestMediaKeySystemAccess) return {};
          const base64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
          const generateRequest = (type, data, context) => {
            const id = context.decryptdata?.keyId;
            const initData = id && new TextEncoder().encode(JSON.stringify({kids: [base64(id)]})).buffer;
            return id && {initDataType: 'keyids', initData};
          };
          const licenseUrl = new URL(video.dataset.licence, location.href).href;
          return {emeEnabled: true, drmSystems: {'org.w3.clearkey': {licenseUrl, generateRequest}}};
        }
        // Reloads the page when the server answers, since a failed reload would replace it.
        function reloadLater() {
          setTimeout(() => fetch(location.href, {cache: 'no-store'}).then((answer) => {
            if (answer.ok) location.reload(); else reloadLater();
          }, reloadLater), 2000);
        }
        function play() {
          if (!source) return reloadLater();
          const own = video.canPlayType('application/vnd.apple.mpegurl');
          if (!isNative && window.Hls && window.Hls.isSupported()) {
            begin(-1);
          } else if (own) {
            video.src = source;
          } else {
            return tell('This browser does not play HLS by itself, and ' + (
              isNative ? 'the query ?native excludes hls.js; open the page without it.'
              : !video.dataset.script ? 'this server has no build of hls.js. On the server, run Scripts/fetch-hls-js, or name '
                + 'a build in the option player of http.origin, and start the stream again.'
              : failure ? 'the build of hls.js on this server cannot be used: ' + failure + '. On the server, run '
                + 'Scripts/fetch-hls-js, or name another build in the option player of http.origin.'
              : 'it lacks Media Source Extensions, which hls.js requires; use another browser.'));
          }
          video.play().catch(() => tell('Press play to start.'));
        }
        // Creates a player of hls.js, which starts at a position in seconds; -1 for its usual one.
        function begin(startPosition) {
          hls = new window.Hls({lowLatencyMode: true, liveSyncOnStallIncrease: 0, startPosition, ...keySystems()});
          hls.on(window.Hls.Events.LEVEL_UPDATED, (_, {details}) => {
            level = details;
            if (!details.live) video.playbackRate = 1;
          });
          hls.on(window.Hls.Events.ERROR, (_, problem) => {
            if (!problem.fatal) return;
            if (problem.type === 'keySystemError') return tell('Playback stopped: ' + problem.details + (
              !window.isSecureContext ? '; browsers decrypt only over HTTPS and on localhost'
              : !video.dataset.licence ? '; set key-delivery in http.origin so that it issues licences' : ''));
            playAgain(problem.details, problem.type === 'networkError');
          });
          hls.loadSource(source);
          hls.attachMedia(video);
        }
        // Starts the player again after an error: without an end while the server does not answer, and otherwise a few times.
        function playAgain(reason, isOutage) {
          if (restart !== null) return;
          const why = 'Playback stopped: ' + reason;
          if (!isOutage && attempts >= 5) return tell(why);
          const delay = Math.min(2 ** attempts++, 4);
          tell(why + '; trying again in ' + delay + ' s');
          restart = setTimeout(() => {
            restart = null;
            restarted = moved = performance.now();
            // A player that did not load has no position.
            if (level) resume = !level.live || isDelayed ? video.currentTime : -1;
            position = 0;
            tell(why + '; trying again');
            if (hls) {
              hls.destroy();
              level = null;
              begin(resume);
            } else {
              video.src = source;
            }
            video.play().catch(() => tell('Press play to start.'));
          }, delay * 1000);
        }
        function showStream() {
          stream.textContent = isOffline ? 'The stream is offline. It continues here when it returns.'
            : hasEnded ? 'The stream has ended. It continues here if it starts again.' : '';
        }
        // Starts the player at the live edge of a stream that has started again after its end.
        function startAgain() {
          clearTimeout(restart);
          restart = null;
          [attempts, stalls, position, resume, isDelayed] = [0, 0, 0, -1, false];
          restarted = moved = performance.now();
          if (hls) {
            hls.destroy();
            level = null;
            begin(-1);
          } else {
            video.src = source;
          }
          video.play().catch(() => tell('Press play to start.'));
        }
        // Starts a live player again that does not advance while the playlist grows. It reports no error.
        function watchProgress() {
          const isLive = hls ? level?.live : video.duration === Infinity;
          if (video.currentTime !== position || video.paused || !isLive) {
            moved = performance.now();
            newestSeen = newest;
          } else if (performance.now() - moved > 10000 && newest >= newestSeen + 3) {
            playAgain('the player does not advance', true);
          }
          position = video.currentTime;
        }
        // Keeps playback at the distance from the live edge that the playlist requires, by small changes of the playback
        // rate. hls.js would do so only while more than one second is buffered, which is more than low latency has.
        function follow() {
          if (!hls || !level?.live || video.paused || hls.liveSyncPosition === null) return;
          began ??= performance.now();
          const part = level.partTarget, step = part || 0.34;
          // Half a part for delays of the network, and a part for each stall after the first seconds.
          const reserve = part / 2 + Math.min(step * lateStalls, level.targetduration);
          const behind = hls.liveSyncPosition - reserve - video.currentTime;
          const isNear = behind < hls.targetLatency + level.targetduration;
          if (isNear) {
            isDelayed = false;
          } else if (!isDelayed && !video.seeking) {
            // After an interruption.
            video.currentTime = hls.liveSyncPosition - reserve;
          }
          const slowest = part ? 0.95 : 1, fastest = buffered() > (part || 1) ? 1.2 : 1;
          const rate = isNear && Math.abs(behind) > 0.03 ? Math.min(fastest, Math.max(slowest, 1 + behind / 2)) : 1;
          if (video.playbackRate !== rate) video.playbackRate = rate;
        }
        video.addEventListener('waiting', () => {
          if (video.currentTime === 0 || video.seeking) return;
          stalls++;
          if (began !== null && performance.now() - began > 5000) lateStalls++;
        });
        video.addEventListener('playing', () => tell(''));
        video.addEventListener('timeupdate', () => {
          if (restart === null && performance.now() - restarted > 10000) attempts = 0;
          follow();
        });
        video.addEventListener('pause', () => { isDelayed = true; });
        video.addEventListener('seeking', () => { isDelayed ||= video.currentTime < position - 0.5; });
        video.addEventListener('error', () => {
          // hls.js reports the others.
          if (!hls) playAgain(video.error?.message || 'unsupported media', video.error?.code === MediaError.MEDIA_ERR_NETWORK);
        });
        function latency() {
          const start = video.getStartDate?.().getTime();
          const shown = hls ? hls.playingDate?.getTime() : start && start + video.currentTime * 1000;
          return shown ? (Date.now() - shown) / 1000 : NaN;
        }
        function buffered() {
          for (let i = 0; i < video.buffered.length; i++)
            if (video.buffered.start(i) <= video.currentTime && video.currentTime <= video.buffered.end(i))
              return video.buffered.end(i) - video.currentTime;
          return 0;
        }
        function show() {
          const quality = video.getVideoPlaybackQuality?.();
          const variant = hls?.levels[hls.currentLevel];
          const rows = [
            ['Player', hls ? 'hls.js ' + hls.constructor.version : 'the browser'], ['Latency', seconds(latency())],
            ['Buffer', seconds(buffered())], ['Frame size', video.videoWidth + ' × ' + video.videoHeight],
            ['Bit rate', variant ? (variant.bitrate / 1e6).toFixed(2) + ' Mb/s' : ladder.length ? ladder.join(', ') : '–'],
            ['Throughput', hls?.bandwidthEstimate ? (hls.bandwidthEstimate / 1e6).toFixed(1) + ' Mb/s' : '–'],
            ['Dropped frames', quality ? quality.droppedVideoFrames + ' of ' + quality.totalVideoFrames : '–'],
            ['Stalls', stalls], ['Ladder', ladder.join(', ') || '–'],
          ];
          table.replaceChildren(...rows.map(([name, value]) => {
            const row = document.createElement('tr'), head = document.createElement('th'), cell = document.createElement('td');
            head.textContent = name;
            cell.textContent = value;
            row.append(head, cell);
            return row;
          }));
        }
        const load = async (url) => {
          const answer = await fetch(url, {cache: 'no-store'});
          if (!answer.ok) throw Error(answer.status);
          return (await answer.text()).split('\\n');
        };
        const attribute = (line, name) => line.match(new RegExp('[:,]' + name + '=("[^"]*"|[^,]*)'))?.[1].replaceAll('"', '');
        async function watch(url) {
          const lines = await load(url);
          const variants = lines.map((line, i) => [line, lines[i + 1]]).filter(([line]) => line.startsWith('#EXT-X-STREAM-INF'));
          if (variants.length) {
            ladder = variants.map(([line]) => (attribute(line, 'RESOLUTION') ?? 'audio') + ' '
              + (attribute(line, 'BANDWIDTH') / 1e6).toFixed(1) + ' Mb/s');
            return watch(new URL(variants[0][1], url));
          }
          const durations = lines.filter((line) => line.startsWith('#EXTINF:')).map((line) => parseFloat(line.slice(8)));
          newest = Number(lines.find((line) => line.startsWith('#EXT-X-MEDIA-SEQUENCE:'))?.slice(22) ?? 0) + durations.length;
          draw(durations.slice(-40));
          const target = lines.find((line) => line.startsWith('#EXT-X-TARGETDURATION:'))?.slice(22) ?? 6;
          isOffline = false;
          const isEnd = lines.some((line) => line.startsWith('#EXT-X-ENDLIST'));
          if (hasEnded && !isEnd) startAgain();
          // A recording has no viewers who wait for it.
          const isRecording = isEnd && newest > 0 && !wasLive;
          wasLive ||= !isEnd;
          hasEnded = isEnd && !isRecording;
          showStream();
          if (!isRecording) setTimeout(() => keepWatching(isEnd ? source : url), (isEnd ? 2 : Math.max(1, target)) * 1000);
        }
        let wasLive = false;
        // The server may not answer for a time, and may then have other renditions.
        const keepWatching = (url) => watch(url).catch(() => {
          isOffline = true;
          showStream();
          setTimeout(() => keepWatching(source), 2000);
        });
        function draw(durations) {
          const longest = Math.max(...durations, 0.001);
          chart.setAttribute('viewBox', '0 0 400 100');
          chart.setAttribute('preserveAspectRatio', 'none');
          chart.replaceChildren(...durations.map((duration, i) => {
            const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
            const height = 100 * duration / longest;
            for (const [name, value] of [['x', i * 10], ['y', 100 - height], ['width', 8], ['height', height]])
              bar.setAttribute(name, value);
            const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
            title.textContent = duration + ' s';
            bar.append(title);
            return bar;
          }));
        }
        (async () => {
          if (video.dataset.script && !isNative) {
            const module = await import(video.dataset.script).catch((error) => { failure = error.message; return {}; });
            window.Hls ??= playerClass(module);
            if (!window.Hls) failure ??= 'it exports no player';
          }
          play();
          if (source) keepWatching(source);
          setInterval(() => { show(); watchProgress(); }, 500);
        })();
        """
}
