extension LibraryPageFiles {
    /// The script of the page. Names are set as text, never as markup.
    static let scriptText = """
        \(OriginPage.playerClassScript)
        const $ = (id) => document.getElementById(id);
        const script = document.querySelector('script[data-player]')?.dataset.player;
        const query = new URLSearchParams(location.search);
        const limit = 24;
        let offset = Math.max(0, parseInt(query.get('offset')) || 0), search = query.get('search') || '';
        let hls = null, Player = null, timer = 0, newest = 0, shown = '';
        function element(name, kind, text) {
          const made = document.createElement(name);
          if (kind) made.className = kind;
          if (text !== undefined) made.textContent = text;
          return made;
        }
        const place = (name) => '/' + name.split('/').map(encodeURIComponent).join('/');
        const title = (name) => name.split('/').pop();
        function time(seconds) {
          const whole = Math.round(seconds), pad = (value) => String(value).padStart(2, '0');
          const hours = Math.floor(whole / 3600);
          return (hours ? hours + ':' + pad(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)) + ':' + pad(whole % 60);
        }
        const unique = (values) => [...new Set(values.filter(Boolean))];
        function facts(report) {
          const video = report.tracks.filter((track) => track.type === 'video');
          const audio = report.tracks.filter((track) => track.type === 'audio');
          const rate = report.bitRate || 0;
          return [
            report.duration ? time(report.duration) : '',
            unique(video.map((track) => track.width + ' × ' + track.height)).join(', '),
            video[0]?.frameRate ? Math.round(video[0].frameRate * 100) / 100 + ' fps' : '',
            unique([...video, ...audio].map((track) => track.codec)).join(', '),
            unique(audio.map((track) => track.language)).join(', '),
            rate ? (rate / 1e6).toFixed(1) + ' Mb/s' : '',
          ].filter(Boolean);
        }
        const verdicts = {'streamable': 'Streamable', 'limited': 'Warnings', 'not-streamable': 'Not streamable'};
        function finding(found) {
          const item = element('li', found.severity);
          item.append(element('p', '', found.message));
          if (found.command) {
            const row = element('div', 'command'), copy = element('button', '', 'Copy');
            copy.type = 'button';
            copy.addEventListener('click', async () => {
              await navigator.clipboard?.writeText(found.command).then(() => { copy.textContent = 'Copied'; }, () => {});
            });
            row.append(element('code', '', found.command), ...(navigator.clipboard ? [copy] : []));
            item.append(row);
          }
          return item;
        }
        function card(movie) {
          const report = movie.report, made = element('article');
          const button = element('button', 'poster');
          button.type = 'button';
          button.setAttribute('aria-label', 'Play ' + movie.name);
          button.disabled = report?.verdict === 'not-streamable';
          if (movie.poster) {
            const image = element('img');
            image.loading = 'lazy';
            image.alt = '';
            image.addEventListener('error', () => image.remove());
            image.src = place(movie.name) + '/poster.jpg';
            button.append(image);
          }
          button.append(element('span', 'play', button.disabled ? '' : '▶'));
          button.addEventListener('click', () => play(movie.name));
          const head = element('div', 'head');
          head.append(element('h2', '', title(movie.name)));
          if (report) head.append(element('span', 'verdict ' + report.verdict, verdicts[report.verdict]));
          made.append(button, head);
          if (movie.name.includes('/')) made.append(element('p', 'path', movie.name));
          made.append(element('p', 'facts', report ? facts(report).join(' · ') : 'Examining…'));
          const notes = report?.findings ?? [];
          const serious = notes.filter((found) => found.severity !== 'note');
          if (notes.length) {
            const box = element('details'), list = element('ul');
            const other = notes.length - serious.length;
            const words = [
              serious.length ? serious.length + (serious.length === 1 ? ' problem' : ' problems') : '',
              other ? other + (other === 1 ? ' note' : ' notes') : ''].filter(Boolean).join(', ');
            box.append(element('summary', '', words));
            box.open = serious.length > 0;
            list.append(...notes.map(finding));
            box.append(list);
            made.append(box);
          }
          return made;
        }
        function tell(text) { $('state').textContent = text; }
        function stop() {
          hls?.destroy();
          hls = null;
          $('video').removeAttribute('src');
          $('video').load();
          $('player').hidden = true;
        }
        async function play(name) {
          stop();
          const video = $('video'), source = place(name) + '/index.m3u8';
          $('title').textContent = title(name);
          $('player').hidden = false;
          $('player').scrollIntoView({block: 'start'});
          tell('');
          if (script && !Player) Player = window.Hls ?? playerClass(await import(script).catch(() => ({}))) ?? window.Hls;
          if (Player?.isSupported()) {
            hls = new Player();
            hls.on(Player.Events.ERROR, (_, problem) => {
              if (problem.fatal) tell('Playback stopped: ' + problem.details);
            });
            hls.loadSource(source);
            hls.attachMedia(video);
          } else if (video.canPlayType('application/vnd.apple.mpegurl')) {
            video.src = source;
          } else {
            return tell('This browser does not play HLS by itself, and this server has no build of hls.js. On the server, run '
              + 'Scripts/fetch-hls-js, or name a build in the option player.');
          }
          video.play().catch(() => tell('Press play to start.'));
        }
        async function load() {
          clearTimeout(timer);
          const mine = ++newest;
          const fields = new URLSearchParams({search, offset, limit});
          let page;
          try {
            const answer = await fetch('/library.json?' + fields);
            if (!answer.ok) throw Error(answer.status + ' ' + answer.statusText);
            page = await answer.json();
          } catch (problem) {
            $('count').textContent = 'The list cannot be loaded: ' + problem.message;
            timer = setTimeout(load, 5000);
            return;
          }
          if (mine !== newest) return;
          if (!page.movies.length && page.total && offset) { offset = 0; return load(); }
          const text = JSON.stringify(page);
          if (text !== shown) $('list').replaceChildren(...page.movies.map(card));
          shown = text;
          $('count').textContent = page.total === 0 ? (search ? 'No movie matches.' : 'No movies.')
            : page.total + (page.total === 1 ? ' movie' : ' movies') + (page.isComplete ? '' : ' (the list is incomplete)');
          const last = Math.min(offset + page.limit, page.total);
          $('pages').hidden = page.total <= page.limit;
          $('position').textContent = (offset + 1) + '–' + last;
          $('previous').disabled = offset === 0;
          $('next').disabled = last >= page.total;
          if (page.movies.some((movie) => !movie.report)) timer = setTimeout(load, 1000);
        }
        function go(to) {
          offset = Math.max(0, to);
          const fields = new URLSearchParams();
          if (search) fields.set('search', search);
          if (offset) fields.set('offset', offset);
          history.replaceState(null, '', fields.size ? '?' + fields : location.pathname);
          load();
        }
        $('search').value = search;
        $('find').addEventListener('submit', (event) => event.preventDefault());
        $('search').addEventListener('input', () => {
          clearTimeout(timer);
          timer = setTimeout(() => { search = $('search').value.trim(); go(0); }, 250);
        });
        $('previous').addEventListener('click', () => go(offset - limit));
        $('next').addEventListener('click', () => go(offset + limit));
        $('close').addEventListener('click', stop);
        $('video').addEventListener('error', () => {
          if ($('video').getAttribute('src')) tell('Playback stopped: ' + ($('video').error?.message || 'unsupported media'));
        });
        $('video').addEventListener('playing', () => tell(''));
        load();
        """

    static let styleText = """
        :root{color-scheme:light dark;font:16px/1.45 system-ui,sans-serif;--line:#8884;--bad:#b3261e;--warn:#8a5a00;--good:#1b6e3c}
        @media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--warn:#ffc56b;--good:#7ddc9f}}
        *{box-sizing:border-box}[hidden]{display:none!important}
        body{max-width:80rem;margin:0 auto;padding:1rem}
        header{display:flex;gap:1rem;align-items:center;justify-content:space-between;flex-wrap:wrap}
        h1{font-size:1.5rem;margin:0}h2{font-size:1rem;margin:0;overflow-wrap:anywhere}p{margin:.25rem 0}
        input,button{font:inherit;color:inherit}
        #find{flex:1 1 14rem;max-width:20rem}@media(max-width:30rem){#find{max-width:none}}#search{width:100%;padding:.4rem .7rem;border:1px solid var(--line);border-radius:.5rem;background:Field}
        button{border:1px solid var(--line);border-radius:.4rem;background:transparent;padding:.25rem .7rem;cursor:pointer}
        button:disabled{cursor:default;opacity:.55}:focus-visible{outline:2px solid Highlight;outline-offset:2px}
        #list{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;align-items:start}
        article{border:1px solid var(--line);border-radius:.6rem;overflow:hidden;padding-bottom:.6rem}
        article>:not(.poster){margin-left:.8rem;margin-right:.8rem}
        .poster{position:relative;display:block;width:100%;aspect-ratio:16/9;padding:0;border:0;border-radius:0;background:#22262b;color:#fff;margin-bottom:.6rem}
        .poster img{width:100%;height:100%;object-fit:contain;display:block}
        .play{position:absolute;inset:0;margin:auto;width:3rem;height:3rem;line-height:3rem;border-radius:50%;background:#0008;text-align:center}
        .play:empty{display:none}
        .head{display:flex;gap:.6rem;justify-content:space-between;align-items:baseline}
        .verdict{flex:none;font-size:.8rem;font-weight:600}
        .streamable{color:var(--good)}.limited{color:var(--warn)}.not-streamable{color:var(--bad)}
        .path,.facts,#count{font-size:.875rem;opacity:.8;overflow-wrap:anywhere}
        details{font-size:.875rem;margin-top:.4rem}summary{cursor:pointer}
        details ul{list-style:none;margin:.3rem 0 0;padding:0}details li{border-left:3px solid var(--line);padding-left:.6rem;margin:.5rem 0;overflow-wrap:anywhere}
        details li.warning{border-color:var(--warn)}details li.error{border-color:var(--bad)}
        .command{display:flex;gap:.5rem;align-items:start}
        code{flex:1;min-width:0;white-space:pre-wrap;overflow-wrap:anywhere;padding:.3rem .5rem;border-radius:.3rem;background:#8882;font-size:.8rem}
        #player{margin:1rem 0}#bar{display:flex;justify-content:space-between;gap:1rem;align-items:center;margin-bottom:.5rem}
        #video{display:block;width:100%;max-height:75vh;aspect-ratio:16/9;background:#000;border-radius:.6rem}
        #pages{display:flex;gap:1rem;justify-content:center;align-items:center;margin:1.5rem 0}
        """
}
