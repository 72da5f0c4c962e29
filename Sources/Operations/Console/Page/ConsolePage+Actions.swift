extension ConsolePage {
    /// Dialogs and requests that change the run.
    static let actionsScript = #"""
        /** The actions in progress, whose buttons are disabled. */
        const busy = new Set();

        /** Resolves the promise of the displayed dialog. */
        let answered = null;

        /** Shows a dialog; returns whether it was confirmed. Escape, Cancel and a later dialog decline. */
        function ask(title, body, action, isDangerous = false) {
          const dialog = byId('dialog'), confirm = byId('dialog-confirm');
          answered?.(false);
          byId('dialog-title').textContent = title;
          byId('dialog-body').replaceChildren(...body);
          confirm.hidden = !action;
          confirm.textContent = action ?? '';
          setClass(confirm, 'primary' + (isDangerous ? ' danger' : ''));
          byId('dialog-cancel').textContent = action ? 'Cancel' : 'Close';
          if (!dialog.open) dialog.showModal();
          byId('dialog-cancel').focus();
          return new Promise((done) => { answered = done; });
        }

        // Not by the 'close' event: it arrives later, and can then meet the next dialog.
        function respond(isConfirmed) {
          byId('dialog').close();
          answered?.(isConfirmed);
          answered = null;
        }

        const paragraph = (text) => create('p', {}, text);

        async function askForToken() {
          if (byId('dialog').open) return;
          const field = create('input', {type: 'password', autocomplete: 'off', 'aria-label': 'Token'});
          if (await ask('Token required', [paragraph('This listener requires the token that it was started with.'), field], 'Continue')) {
            token = field.value.trim();
            sessionStorage.setItem('token', token);
          }
        }

        /** Sends a POST request; throws the message of an error response. */
        async function act(path) {
          const answer = await request(path, {method: 'POST'});
          const text = await answer.text();
          let body = null;
          try { body = JSON.parse(text); } catch {}
          if (!answer.ok) throw Object.assign(Error(body?.detail ?? body?.title ?? (text.trim() || `the listener answered ${answer.status}`)), {body});
          return body;
        }

        /** Runs an action while its button is disabled, and shows errors in the dialog. */
        async function perform(name, title, work) {
          if (busy.has(name)) return;
          busy.add(name);
          byId('do-' + name).disabled = true;
          try {
            await work();
          } catch (error) {
            await ask(title + ' failed', [paragraph(error.message), ...list(error.body?.errors)]);
          } finally {
            busy.delete(name);
            byId('do-' + name).disabled = false;
          }
        }

        /** A list of findings or changes: a mark, and a text with details. */
        function list(items) {
          if (!items?.length) return [];
          return [create('ul', {}, ...items.slice(0, 500).map((item) => typeof item === 'string' ? create('li', {}, item) : create('li', {},
            create('span', {class: 'mark-text ' + (item.mark ?? item.severity ?? '')}, item.mark ?? item.severity ?? ''),
            create('span', {}, item.text ?? item.message ?? ''), item.detail && create('small', {}, item.detail))))];
        }

        const consequences = {added: 'is new', replaced: 'is replaced; its tracks and timeline continue', restarted: 'restarts with its output', removed: 'is removed'};

        async function reload() {
          const preview = await act(base + 'reload?preview');
          const changes = Object.entries(consequences).flatMap(([mark, detail]) => preview[mark].map((text) => ({mark, text, detail})));
          const unchanged = preview.unchanged.length;
          if (!changes.length) return void await ask('Reload', [paragraph('The pipeline file has no changes.')]);
          const isConfirmed = await ask('Reload: changes of the plan', [...list(changes),
            paragraph(`${count(unchanged, 'stage')} ${unchanged === 1 ? 'keeps' : 'keep'} running unchanged.`), ...list(preview.warnings), ...list(preview.rejections)],
            preview.rejections.length ? null : 'Apply');
          if (!isConfirmed) return;
          const result = await act(base + 'reload');
          await ask('Reloaded', [paragraph(result?.summary || 'The changes are applied.')]);
        }

        async function stop() {
          const {pipeline, supervision} = state.status;
          const text = supervision
            ? 'The sources stop, and the run finishes its output. The pipeline then stays stopped, and is not served, until it is started. The service and its other pipelines continue.'
            : 'The sources stop, the run finishes its output, and the process ends. It must be started again on its machine.';
          if (await ask(`Stop ${pipeline}?`, [paragraph(text)], 'Stop the pipeline', true)) await act(base + 'stop');
        }

        async function start() {
          await act(base + 'start');
          await update();
        }

        async function keyframe() {
          if (await ask('Request a keyframe?', [paragraph('All encoders begin a new group of pictures with the next frame. Segment boundaries do not change.')], 'Request')) await act(base + 'keyframe');
        }

        async function validate() {
          const closed = ask('Validating…', [paragraph('The validator reads the playlists and the newest segments of the output.')]);
          const report = await act(base + 'validate');
          const place = (finding) => [finding.file, finding.line && 'line ' + finding.line, finding.firstSegment != null && 'segment ' + finding.firstSegment].filter(Boolean).join(', ');
          const findings = report.findings.map((finding) => ({mark: finding.level, text: finding.title,
            detail: `${finding.rule} · ${place(finding)} · expected ${finding.expected}, found ${finding.found}`}));
          const {must, should} = report.counts, media = report.playlists.filter((playlist) => playlist.kind === 'media');
          const verdict = must ? count(must, 'required fix', 'required fixes') : 'No required fixes';
          void closed;
          await ask(`${verdict}, ${should ? count(should, 'recommended fix', 'recommended fixes') : 'no recommended fixes'}`,
            [paragraph(`${report.subject}: ${count(media.length, 'media playlist')}, ${count(media.reduce((sum, playlist) => sum + playlist.segments.length, 0), 'segment')}, profile ${report.profile}`), ...list(findings),
              ...(report.unchecked?.length ? [paragraph('Not checked:'), ...list(report.unchecked)] : [])]);
        }
        """#
}
