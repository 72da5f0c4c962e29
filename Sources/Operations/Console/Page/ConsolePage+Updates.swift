extension ConsolePage {
    /// Repeated reading and display.
    static let updatesScript = #"""
        function show() {
          for (const card of document.querySelectorAll('main .run')) card.hidden = false;
          for (const panel of [showHead, showTiles, drawGraph, showRenditions, showPreview, showSources, showViewers, showDisk, showPush, showLog]) panel();
          const {history} = state, kept = history ? (history.next - history.first) * history.interval : 0;
          setText(byId('footer'), `Figures of the last ${span(Math.max(kept, 5))}, one sample each ${history?.interval ?? 5} s, kept in memory for one hour. Times are UTC.`);
        }

        /** A service can have movies or jobs alone. */
        function showNoPipeline() {
          const {service} = state, hasMovies = Boolean(service?.movies), found = serviceConditions();
          for (const card of document.querySelectorAll('main .run')) card.hidden = true;
          setText(byId('pipeline'), service?.service ?? 'sluice');
          setText(byId('subtitle'), 'no pipelines' + (service ? ', for ' + span(service.wallSeconds) : ''));
          setText(byId('phase'), hasMovies ? (found.length ? 'Movies not served' : 'Serving movies') : 'No pipelines');
          setClass(byId('phase'), 'pill ' + (found.length ? 'bad' : hasMovies ? 'good' : ''));
          reconcile(byId('alerts'), found, (item) => item.join('\n'),
            ([level, text, title]) => create('p', {class: 'alert ' + level}, create('b', {}, title), create('span', {}, text)), () => {});
        }

        let timer = 0, isReading = false;
        async function update() {
          clearTimeout(timer);
          if (isReading || document.hidden) return schedule();
          isReading = true;
          try {
            await refreshJobs();
            const hasPipeline = await refresh();
            await refreshService(hasPipeline);
            state.isReachable = true;
            byId('offline').hidden = true;
            if (hasPipeline) show(); else showNoPipeline();
          } catch (error) {
            state.isReachable = false;
            const ended = state.status ? `Last seen ${span(performance.now() / 1000 - state.status.at)} ago: ` : '';
            setText(byId('offline'), `${ended}the listener does not respond (${error.message}). The figures below are not current.`);
            byId('offline').hidden = false;
            setText(byId('phase'), 'No connection');
            setClass(byId('phase'), 'pill bad');
            for (const button of document.querySelectorAll('.actions button')) button.disabled = true;
          }
          isReading = false;
          schedule();
        }
        const schedule = () => { clearTimeout(timer); timer = setTimeout(update, 2000); };

        // Events arrive in bursts; one reading shows them all.
        let isNotified = false;
        function notified() {
          if (isNotified) return;
          isNotified = true;
          setTimeout(() => { isNotified = false; update(); }, 300);
        }

        byId('do-reload').addEventListener('click', () => perform('reload', 'Reload', reload));
        byId('do-start').addEventListener('click', () => perform('start', 'Start', start));
        byId('do-stop').addEventListener('click', () => perform('stop', 'Stop', stop));
        byId('do-keyframe').addEventListener('click', () => perform('keyframe', 'Keyframe', keyframe));
        byId('do-validate').addEventListener('click', () => perform('validate', 'Validation', validate));
        byId('dialog-form').addEventListener('submit', (event) => { event.preventDefault(); respond(true); });
        byId('dialog-cancel').addEventListener('click', () => respond(false));
        byId('dialog').addEventListener('cancel', () => respond(false));
        byId('log-level').addEventListener('change', () => state.status && showLog());
        byId('select').addEventListener('change', (event) => { location.hash = encodeURIComponent(event.target.value); });
        addEventListener('hashchange', update);
        document.addEventListener('visibilitychange', () => { if (!document.hidden) update(); });
        new ResizeObserver(() => state.status && drawGraph()).observe(byId('graph'));
        update();
        follow(notified);
        """#
}
