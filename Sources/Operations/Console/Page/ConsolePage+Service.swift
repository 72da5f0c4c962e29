extension ConsolePage {
    /// The state of the service that runs the pipelines, and its server of movies.
    static let serviceScript = #"""
        /** Reads the state of the service, which a single run has not. */
        async function refreshService(hasPipeline) {
          if (hasPipeline && !state.status.supervision) return;
          const answer = await request('service');
          if (answer.ok) showMovies((state.service = await answer.json()).movies);
        }

        /** The errors in folders and service files, and the movies that cannot be served. */
        function serviceConditions() {
          const {problems = [], movies} = state.service ?? {}, found = problems.map((text) => ['bad', text, 'Service file']);
          if (movies?.problem) found.push(['bad', movies.problem, 'Movies not served']);
          for (const folder of movies?.folders ?? []) if (!folder.isAvailable && !movies.problem) found.push(['bad', `${folder.path} cannot be read`, 'Movies not served']);
          return found;
        }

        /** The conditions of a pipeline that the service supervises. */
        function supervisionConditions({state: name, reason, restarts, failures, lastFailure, diagnostics}) {
          const found = [];
          if (diagnostics) found.push(['bad', diagnostics, isActive(name) ? 'The changed file has errors; the run continues unchanged' : 'The file has errors']);
          else if (name === 'failed' || name === 'restarting') found.push(['bad', reason || lastFailure || '', name === 'failed' ? 'Failed' : 'Restarting']);
          if (failures > 0 && name !== 'failed') found.push(['warn', `${count(failures, 'failed run')} since the last stable one, ${count(restarts, 'restart')}${lastFailure && name === 'running' ? '; last: ' + lastFailure : ''}`, 'Unstable']);
          return found;
        }

        const isActive = (name) => name === 'running' || name === 'stopping';

        function showMovies(movies) {
          byId('movies-card').hidden = !movies;
          if (!movies) return;
          setText(byId('movies-total'), movies.url ? 'at ' + movies.url : 'not served');
          reconcile(byId('movies'), movies.folders, (folder) => folder.path, () => create('div', {class: 'row'},
            create('div', {class: 'top'}, create('b'), create('span', {class: 'pill'}))), (row, folder) => {
            setText(row.children[0].children[0], folder.path);
            setText(row.children[0].children[1], folder.isAvailable ? 'served' : 'cannot be read');
            setClass(row.children[0].children[1], 'pill ' + (folder.isAvailable ? 'good' : 'bad'));
          });
        }
        """#
}
