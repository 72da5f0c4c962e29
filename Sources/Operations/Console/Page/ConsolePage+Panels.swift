extension ConsolePage {
    /// The panels below the title.
    static let panelsScript = #"""
        /** The conditions that need an operator: state and text. */
        function conditions() {
          const {status} = state, found = [...serviceConditions(), ...(status.supervision ? supervisionConditions(status.supervision) : [])];
          if (status.failure) found.push(['bad', `${status.failure.stage}: ${status.failure.message}`, 'The run failed']);
          for (const source of status.sources) if (source.isLost && isRunning(status)) found.push(['bad', `${source.stage} delivers nothing and is being reopened`, 'Source lost']);
          for (const store of status.pushes ?? []) {
            if (store.isFailing) found.push(['bad', `${store.stage}: ${store.lastError ?? store.target + ' does not accept files'}; ${bytes(store.backlogBytes)} queued`, 'Push target down']);
          }
          for (const stage of status.stages) if (stage.outage) found.push(['bad', `${stage.name}: ${stage.outage}`, 'Output down']);
          for (const stage of status.stages) {
            const missing = [...(stage.missingInputs ?? []).map(input => `track from ${input}`), ...(stage.lostTracks ?? [])];
            for (const media of missing) found.push(['warn', `${stage.name}: no ${media}`, 'Track missing']);
          }
          for (const disk of status.disks ?? []) {
            const [level, text] = diskState(disk);
            if (level) found.push([level, `${disk.folder}: ${text}`, level === 'bad' ? 'Disk almost full' : 'Disk space low']);
          }
          for (const stage of status.stuckStages) found.push(['bad', `${stage} did not end within the grace period`, 'Stuck']);
          if (state.ready === false && !status.failure && status.wallSeconds > 20 && isRunning(status))
            found.push(['warn', 'A required rendition has published nothing for two target durations', 'Not ready']);
          return found;
        }

        const isRunning = (status) => status.ending === 'running';
        const phases = {ready: ['Not started', 'warn'], running: ['Running', 'good'], stopping: ['Stopping', 'warn'], finished: ['Finished', ''],
          stopped: ['Stopped', ''], failed: ['Failed', 'bad'], aborted: ['Aborted', 'bad']};

        const states = {running: ['Running', 'good'], waiting: ['Waiting for a viewer', ''], stopped: ['Stopped', ''], stopping: ['Stopping', 'warn'],
          restarting: ['Restarting', 'bad'], finished: ['Finished', ''], failed: ['Failed', 'bad'], invalid: ['Invalid file', 'bad']};

        /** The text and level of the state: that in a service, or the phase of the run. */
        function condition({ending, supervision}) {
          if (supervision && !(supervision.state === 'running' && ending === 'running')) return states[supervision.state] ?? [supervision.state, ''];
          return phases[ending] ?? [ending, ''];
        }

        function headline(status) {
          const {supervision} = status, time = span(status.wallSeconds);
          const parts = [status.ending === 'ready' ? '' : isRunning(status) ? 'for ' + time : supervision ? 'last run ' + time : 'after ' + time,
            status.reloads && count(status.reloads, 'reload'), supervision?.restarts && count(supervision.restarts, 'restart'),
            isNumber(supervision?.restartSeconds) && `next start in ${span(supervision.restartSeconds)}`,
            supervision && !isRunning(status) && !supervision.diagnostics && supervision.reason];
          return parts.filter(Boolean).join(', ');
        }

        function showHead() {
          const {status} = state, [text, level] = condition(status);
          const isLost = isRunning(status) && status.sources.some((source) => source.isLost);
          setText(byId('pipeline'), status.pipeline);
          setText(byId('subtitle'), headline(status));
          setText(byId('phase'), isLost ? 'Source lost' : text);
          setClass(byId('phase'), 'pill ' + (isLost ? 'bad' : level));
          document.title = (isLost || level === 'bad' ? '⚠ ' : '') + status.pipeline + ' – sluice';
          for (const name of ['keyframe', 'validate', 'reload', 'stop']) byId('do-' + name).disabled = !state.isReachable || !isRunning(status) || busy.has(name);
          const start = byId('do-start'), canStart = status.supervision && !isActive(status.supervision.state);
          start.hidden = !canStart;
          byId('do-stop').hidden = Boolean(canStart) && status.supervision.state !== 'restarting';
          start.disabled = !state.isReachable || Boolean(status.supervision?.diagnostics) || busy.has('start');
          if (status.supervision?.state === 'restarting') byId('do-stop').disabled = !state.isReachable || busy.has('stop');
          reconcile(byId('alerts'), conditions(), (item) => item.join('\n'),
            ([level, text, title]) => create('p', {class: 'alert ' + level}, create('b', {}, title), create('span', {}, text)), () => {});
        }

        function showTiles() {
          const {status} = state, pushes = status.pushes ?? [], viewers = viewerCount();
          const lost = isRunning(status) ? status.sources.filter((source) => source.isLost).length : 0;
          // Several sinks may publish the same rendition.
          const bitrates = new Map(status.renditions.map((one) => [one.name, lastSegment(one)?.bitrate]).filter(([, value]) => isNumber(value)));
          const total = bitrates.size ? [...bitrates.values()].reduce((sum, value) => sum + value, 0) : NaN;
          const delays = status.renditions.map((rendition) => lastSegment(rendition)?.delay).filter(isNumber);
          const dropped = status.stages.reduce((sum, stage) => sum + stage.dropped, 0);
          const core = state.earlier ? (status.processorSeconds - state.earlier.processorSeconds) / (status.wallSeconds - state.earlier.wallSeconds) : NaN;
          const problems = status.problems.filter((problem) => problem.severity !== 'note').length + status.unlistedProblems;
          const tiles = [
            {name: 'Sources', value: isRunning(status) ? `${status.sources.length - lost} of ${status.sources.length}` : absent, detail: !isRunning(status) ? 'not running' : lost ? 'delivering; ' + lost + ' lost' : 'delivering', state: lost ? 'bad' : '', series: 'sources.lost', unit: (value) => count(value, 'lost', 'lost')},
            {name: 'Output', value: bits(total), detail: count(new Set(status.renditions.map((one) => one.name)).size, 'rendition'), series: 'output.bits', unit: bits},
            delays.length && {name: 'Publish delay', value: seconds(Math.max(...delays)), detail: 'last frame to listed', series: 'output.delay', unit: seconds},
            isNumber(viewers) && {name: 'Viewers', value: viewers.toLocaleString('en'), detail: 'estimated', series: 'viewers', unit: (value) => count(value, 'viewer')},
            {name: 'Processor', value: isNumber(core) ? core.toFixed(2) + (core.toFixed(2) === '1.00' ? ' core' : ' cores') : absent, detail: 'of this process', series: 'processor', unit: (value) => value.toFixed(2) + ' cores'},
            {name: 'Dropped', value: dropped.toLocaleString('en'), detail: 'payloads', state: rateOfDrops() > 0 ? 'bad' : '', series: 'dropped', unit: (value) => count(value, 'payload') + ' in 5 s'},
            pushes.length && {name: 'Push backlog', value: bytes(pushes.reduce((sum, store) => sum + store.backlogBytes, 0)), detail: 'not yet stored', state: pushes.some((store) => store.isFailing) ? 'bad' : '', series: 'push.backlog', unit: bytes},
            {name: 'Problems', value: problems.toLocaleString('en'), detail: 'warnings and errors', state: status.hasErrorProblem ? 'bad' : problems ? 'warn' : ''},
          ].filter(Boolean);
          reconcile(byId('tiles'), tiles, (tile) => tile.name, (tile) => {
            const element = create('div', {}, create('div', {class: 'name'}, tile.name), create('div', {class: 'value'}, create('span'), create('small')), create('div', {class: 'detail'}));
            if (tile.series) element.append(makeChart());
            return element;
          }, (element, tile) => {
            setClass(element, 'tile ' + (tile.state ?? ''));
            const [, figure, unit] = tile.value.match(/^([\d.,]+) ([^\d]+)$/) ?? [null, tile.value, ''];
            setText(element.children[1].children[0], figure);
            setText(element.children[1].children[1], unit && ' ' + unit);
            setText(element.children[2], tile.detail);
            if (tile.series) drawLine(element.children[3], series(tile.series), tile.name + ' in the last hour', tile.unit);
          });
        }

        /** The bit rate that a sink publishes: that of the newest segments of its renditions, as in their table. */
        function outputRate(stage) {
          const rates = state.status.renditions.filter((one) => one.sink === stage.name).map((one) => lastSegment(one)?.bitrate).filter(isNumber);
          return rates.length ? rates.reduce((sum, value) => sum + value, 0) : rate(stage, 'bytes') * 8;
        }

        const rateOfDrops = () => state.status.stages.reduce((sum, stage) => sum + (rate(stage, 'dropped') || 0), 0);
        const segmentsOf = (rendition) => state.history?.segments[`${rendition.sink}/${rendition.name}`] ?? [];

        function lastSegment(rendition) {
          const segment = segmentsOf(rendition).at(-1);
          return segment && {...segment, bitrate: segment.seconds > 0 ? segment.bytes * 8 / segment.seconds : NaN, delay: rendition.publishDelay ?? segment.delay};
        }

        function showRenditions() {
          const {status} = state, box = byId('renditions');
          setText(byId('renditions-total'), status.renditions.length ? `${count(Math.max(...status.renditions.map((one) => one.segments)), 'segment')} published` : '');
          if (!status.renditions.length) {
            box.kept = null;
            return void box.replaceChildren(create('p', {class: 'quiet'}, 'No segment has been published yet.'));
          }
          if (!box.kept) {
            const names = ['Rendition', 'Bit rate', 'History', 'Segment durations', 'Publish delay', 'Last segment'];
            box.kept = create('tbody');
            box.replaceChildren(create('table', {}, create('thead', {}, create('tr', {}, ...names.map((name) => create('th', {scope: 'col'}, name)))), box.kept));
          }
          reconcile(box.kept, status.renditions, (one) => one.sink + '/' + one.name, makeRendition, showRendition);
        }

        function makeRendition(one) {
          const cell = (name, ...content) => create('td', {'data-name': name, class: 'number'}, ...content);
          return create('tr', {}, create('td', {class: 'name'}, create('b', {}, one.name), ' ', create('small', {}, one.sink)),
            cell('Bit rate', create('b'), create('br'), create('small')), create('td', {'data-name': 'History'}, makeChart()),
            create('td', {'data-name': 'Segment durations'}, makeChart()), cell('Publish delay'),
            create('td', {'data-name': 'Last segment'}, create('span'), create('br'), create('small')));
        }

        function showRendition(row, one) {
          const last = lastSegment(one), [, rate, rates, durations, delay, segment] = row.children;
          const mean = one.seconds > 0 ? one.bytes * 8 / one.seconds : NaN;
          setText(rate.children[0], bits(last?.bitrate));
          setText(rate.children[2], 'mean ' + bits(mean));
          drawLine(rates.firstChild, series(`bits/${one.sink}/${one.name}`), `Bit rate of ${one.name} in the last hour`, bits);
          drawBars(durations.firstChild, segmentsOf(one).map((each) => each.seconds), `Segment durations of ${one.name}`, seconds);
          setText(delay, seconds(last?.delay));
          setText(segment.children[0], one.segments ? `${seconds(one.lastSeconds)}, ${span(one.age)} ago` : absent);
          setText(segment.children[2], one.lastPath);
        }

        function showSources() {
          reconcile(byId('sources'), state.status.sources, (source) => source.stage, () => create('div', {class: 'row'},
            create('div', {class: 'top'}, create('b'), create('span', {class: 'pill'})), create('small'), makeChart()), (row, source) => {
            const stage = state.status.stages.find((other) => other.name === source.stage) ?? {name: source.stage, sent: 0};
            const text = !isRunning(state.status) ? 'not running' : source.isLost ? (source.state === 'retrying' ? 'lost, reopening' : 'lost') : source.state === 'stalled' ? 'stalled'
              : source.state === 'ended' ? 'ended' : isNumber(source.position) ? 'delivering' : 'waiting';
            const level = text === 'not running' ? '' : source.isLost ? 'bad' : text === 'delivering' ? 'good' : text === 'ended' ? '' : 'warn';
            const losses = !isNumber(source.losses) ? null : source.losses ? `${count(source.losses, 'loss', 'losses')}, ${span(source.lostSeconds)} in total, ${count(source.reconnects, 'reconnect')}` : 'no losses';
            setText(row.children[0].children[0], source.stage);
            setText(row.children[0].children[1], text);
            setClass(row.children[0].children[1], 'pill ' + level);
            setText(row.children[1], [isNumber(rate(stage, 'sent')) && perSecond(rate(stage, 'sent')), isNumber(source.position) && span(source.position) + ' of media', losses].filter(Boolean).join(' · '));
            setClass(row.children[2], 'spark' + (source.isLost ? ' bad' : ''));
            drawLine(row.children[2], series('sent/' + source.stage), `Payloads per second of ${source.stage} in the last hour`, perSecond);
          });
        }

        /** The viewers of all origins; null without an origin. */
        function viewerCount() {
          const origins = state.status.origins ?? [];
          return origins.length ? origins.reduce((sum, origin) => sum + origin.distinctViewers, 0) : null;
        }

        function showViewers() {
          const viewers = viewerCount(), card = byId('viewers-card');
          card.hidden = !isNumber(viewers);
          if (card.hidden) return;
          reconcile(byId('viewers'), [viewers], () => 0, () => create('div', {class: 'row'}, create('div', {class: 'big'}), makeChart(),
            create('div', {class: 'axis'}, create('span'), create('span', {}, 'now')), create('ul', {class: 'counts'}), create('small')), (row) => {
            setText(row.children[0], viewers.toLocaleString('en'));
            drawLine(row.children[1], series('viewers'), 'Viewers in the last hour', (value) => count(value, 'viewer'));
            setText(row.children[2].firstChild, span((state.history.next - state.history.first) * state.history.interval) + ' ago');
            const origins = state.status.origins, several = origins.length > 1;
            const counts = origins.flatMap((origin) => origin.viewers.map((one) => ({...one, name: (several ? origin.stage + ': ' : '') + one.rendition})));
            reconcile(row.children[3], counts, (one) => one.name, () => create('li', {}, create('span'), create('b')), (item, one) => {
              setText(item.children[0], one.name);
              setText(item.children[1], one.count.toLocaleString('en'));
            });
            setText(row.children[4], 'Estimated: distinct pairs of address and User-Agent that requested a media playlist within the last three '
              + 'target durations. HLS has no sessions: viewers behind one proxy or cache with the same browser count as one. '
              + 'The preview of this page counts as one.');
          });
        }

        /** The level, the text and the used share of a folder. Free space below a minute of output is an error. */
        function diskState(disk) {
          const hasQuota = disk.quotaBytes > 0, used = disk.usedBytes ?? 0;
          const free = Math.max(0, hasQuota ? Math.min(disk.freeBytes, disk.quotaBytes - used) : disk.freeBytes), limit = used + free;
          const output = series('output.bits').findLast(isNumber) / 8 || 0, share = limit > 0 ? used / limit : 1;
          const level = free <= output * 60 || (free < 1 << 20) ? 'bad' : free <= output * 600 || (used > 0 && share >= 0.9) ? 'warn' : '';
          return [level, `${bytes(free)} free` + (used > 0 ? `, ${bytes(used)} used` : '') + (hasQuota ? `, quota ${bytes(disk.quotaBytes)}` : ''), share];
        }

        function showDisk() {
          const disks = state.status.disks ?? [];
          byId('disk-card').hidden = !disks.length;
          reconcile(byId('disk'), disks, (disk) => disk.stage, () => create('div', {class: 'row'}, create('div', {class: 'top'}, create('b'), create('span')), makeMeter(), makeChart()), (row, disk) => {
            const [level, text, share] = diskState(disk);
            setText(row.children[0].children[0], disk.folder);
            setText(row.children[0].children[1], text);
            setMeter(row.children[1], share, `${disk.folder}: ${percent(share)} used`, level);
            drawLine(row.children[2], series('disk/' + disk.stage), `Free space of ${disk.folder} in the last hour`, bytes);
          });
        }

        function showPush() {
          const stores = state.status.pushes ?? [];
          byId('push-card').hidden = !stores.length;
          reconcile(byId('push'), stores, (store) => store.stage, () => create('div', {class: 'row'}, create('div', {class: 'top'}, create('b'), create('span', {class: 'pill'})), create('small'), makeChart()), (row, store) => {
            setText(row.children[0].children[0], store.stage);
            setText(row.children[0].children[1], store.isFailing ? 'failing' : 'storing');
            setClass(row.children[0].children[1], 'pill ' + (store.isFailing ? 'bad' : 'good'));
            setText(row.children[1], [store.target, 'backlog ' + bytes(store.backlogBytes), store.backlogFiles ? count(store.backlogFiles, 'file') : null, store.behindSeconds > 0 && span(store.behindSeconds) + ' behind',
              count(store.failures, 'failed request'), store.isFailing && store.lastError].filter(Boolean).join(' · '));
            setClass(row.children[2], 'spark' + (store.isFailing ? ' bad' : ''));
            drawLine(row.children[2], series('push/' + store.stage), `Backlog of ${store.stage} in the last hour`, bytes);
          });
        }

        /** Links to the origin's player pages; the player itself is loaded on request, since it counts as a viewer. */
        function showPreview() {
          const pages = (state.graph?.stages ?? []).map(publicURL).filter(Boolean);
          byId('preview-card').hidden = !pages.length;
          reconcile(byId('preview-links'), pages, (page) => page, (page) => {
            const open = create('button', {type: 'button', 'aria-expanded': 'false'}, 'Show player');
            open.addEventListener('click', () => {
              const isOpen = open.getAttribute('aria-expanded') === 'true';
              for (const other of byId('preview-links').querySelectorAll('button')) { other.setAttribute('aria-expanded', 'false'); other.textContent = 'Show player'; }
              byId('preview').replaceChildren(...isOpen ? [] : [create('iframe', {src: page, title: 'Player of ' + page, allow: 'autoplay; fullscreen', sandbox: 'allow-scripts allow-same-origin', referrerpolicy: 'no-referrer'})]);
              open.setAttribute('aria-expanded', String(!isOpen));
              open.textContent = isOpen ? 'Show player' : 'Hide player';
            });
            return create('span', {}, create('a', {href: page, target: '_blank', rel: 'noreferrer'}, page), ' ', open);
          }, () => {});
        }

        /** The URL of an origin's player page as this browser reaches it; null without an origin. */
        function publicURL(stage) {
          const port = state.status.stages.find((other) => other.name === stage.name)?.measures?.port;
          if (!stage.page || !isNumber(port)) return null;
          const host = ['0.0.0.0', '::', ''].includes(stage.page.host) ? location.hostname : stage.page.host;
          return `${stage.page.scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/${encodeURIComponent(stage.page.name)}/`;
        }

        const levels = {note: 0, warning: 1, error: 2};
        function showLog() {
          const box = byId('log'), lowest = levels[byId('log-level').value] ?? 0;
          const entries = (state.history?.log ?? []).filter((entry) => (levels[entry.severity] ?? 2) >= lowest).reverse();
          if (!entries.length) {
            box.kept = null;
            return void box.replaceChildren(create('p', {class: 'quiet'}, 'No events.'));
          }
          if (!box.kept) box.replaceChildren();
          // Each run numbers its events from 0.
          reconcile(box, entries, (entry) => [state.name, state.history.run, entry.id].join(' '), (entry) => create('div', {class: 'entry ' + entry.severity},
            create('time', {datetime: new Date(entry.time * 1000).toISOString()}, clock(entry.time)), create('span', {class: 'severity'}, entry.severity),
            create('span', {class: 'stage'}, entry.stage), create('span', {class: 'message'}, entry.message)), () => {});
        }
        """#
}
