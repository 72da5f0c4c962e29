extension ConsolePage {
    /// Reading of the routes of the listener.
    static let readingsScript = #"""
        /** The newest status, the one before, the stages and links, and the history of an hour. */
        const state = {name: null, status: null, earlier: null, graph: null, history: null, ready: null, isReachable: false};

        // A token is passed in the fragment of the URL, which browsers do not send, or is asked for.
        let token = sessionStorage.getItem('token') ?? '';
        if (location.hash.startsWith('#token=')) {
          token = decodeURIComponent(location.hash.slice(7));
          sessionStorage.setItem('token', token);
          history.replaceState(null, '', location.pathname);
        }

        async function request(path, options = {}) {
          const headers = new Headers(options.headers);
          if (token) headers.set('Authorization', 'Bearer ' + token);
          const answer = await fetch(path, {cache: 'no-store', ...options, headers});
          if (answer.status === 401) {
            await askForToken();
            throw Error('the token is missing or wrong');
          }
          return answer;
        }

        /** The prefix of the routes of the shown pipeline: a service has several. */
        let base = '';

        /** Selects the pipeline in the fragment of the URL, or the first one. Returns whether there is one. */
        async function selectPipeline() {
          const {pipelines} = await read('pipelines'), names = pipelines.map((pipeline) => pipeline.name);
          let wanted = null;
          try { wanted = decodeURIComponent(location.hash.slice(1)); } catch {}
          const name = names.includes(wanted) ? wanted : names[0];
          if ((name ?? null) !== state.name) Object.assign(state, {name: name ?? null, status: null, earlier: null, graph: null, history: null});
          const former = base;
          base = names.length > 1 ? `pipelines/${encodeURIComponent(name)}/` : '';
          state.ready = pipelines.find((pipeline) => pipeline.name === name)?.ready ?? null;
          const box = byId('select');
          box.hidden = names.length < 2;
          reconcile(box, names, (each) => each, (each) => create('option', {value: each}, each), () => {});
          if (name) box.value = name;
          if (base !== former) following?.abort();
          return name != null;
        }

        async function read(path) {
          const answer = await request(path);
          if (!answer.ok) throw Error(`${path}: ${answer.status}`);
          return answer.json();
        }

        /** Reads the status, the new samples of the history and, after a change, the graph. Returns whether there is a pipeline. */
        async function refresh() {
          if (!await selectPipeline()) return false;
          const since = state.history ? state.history.next : 0;
          const [status, news] = await Promise.all([read(base + 'status'), read(base + 'history?since=' + since)]);
          mergeHistory(news);
          status.at = performance.now() / 1000;
          if (!state.status || state.status.wallSeconds > status.wallSeconds) state.earlier = null;
          else state.earlier = state.status;
          const names = (stages) => (stages ?? []).map((stage) => stage.name).join('\n');
          if (!state.graph || state.status?.reloads !== status.reloads || names(state.graph.stages) !== names(status.stages))
            state.graph = await read(base + 'graph');
          state.status = status;
          return true;
        }

        /** Adds the samples since the last request. A new run starts a new history. */
        function mergeHistory(news) {
          const old = state.history;
          if (!old || old.run !== news.run || news.first > old.next) return void (state.history = news);
          const added = news.next - old.next;
          for (const [name, values] of Object.entries(news.series)) {
            const length = old.next - old.first;
            const before = old.series[name] ?? Array(length).fill(null);
            news.series[name] = before.concat(values.slice(values.length - added)).slice(-news.capacity);
          }
          news.first = Math.max(old.first, news.next - news.capacity);
          state.history = news;
        }

        const series = (name) => state.history?.series[name] ?? [];

        /** The change per second of a figure of a stage between the last two readings. */
        function rate(stage, figure) {
          const before = state.earlier?.stages.find((other) => other.name === stage.name);
          const time = state.status.wallSeconds - (state.earlier?.wallSeconds ?? 0);
          if (!before || time <= 0.05 || stage[figure] < before[figure]) return NaN;
          return (stage[figure] - before[figure]) / time;
        }

        /** Follows the server-sent events. They only trigger readings, so the figures have a single source. */
        let following = null;
        async function follow(notify) {
          for (;;) {
            // A service has the route for each pipeline only.
            const followed = base;
            following = new AbortController();
            try {
              if (state.name === null || !state.isReachable) throw Error('no pipeline');
              const answer = await request(base + 'events', {headers: {Accept: 'text/event-stream'}, signal: following.signal});
              if (!answer.ok) throw Error(answer.status);
              const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
              for (let rest = ''; ;) {
                const {value, done} = await reader.read();
                if (done) break;
                const blocks = (rest + value).slice(-65536).split(/\r?\n\r?\n/);
                rest = blocks.pop();
                for (const block of blocks) {
                  const name = block.match(/^event: ?(.*)$/m)?.[1];
                  if (name && !/part/i.test(name)) notify(name);
                }
              }
            } catch {}
            // A page that has just selected its pipeline follows it soon.
            await new Promise((done) => setTimeout(done, state.name !== null && base !== followed ? 0 : state.status ? 3000 : 300));
          }
        }
        """#
}
